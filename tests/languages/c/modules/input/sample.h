/* Stores of keys. */
#ifndef STORE_H
#define STORE_H

#include <stddef.h>
#include "index.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a store keeps. */
typedef struct store store_t;
typedef struct store *store_ref;

typedef enum { STORE_OK, STORE_FULL = 2 } store_status;

/** Opens a store; NULL where that fails. */
store_t *store_open(const char *path,
                    int mode);
store_status store_put(store_t *store, const char *key);
extern int store_count;

#define STORE_EACH(store, item) for (item = store_first(store); item; item = store_next(item))

static inline int store_is_open(const store_t *store) { return store_state(store) == STORE_OK; }

#ifdef __cplusplus
}
#endif
#endif
