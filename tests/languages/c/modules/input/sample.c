#include "sample.h"
#include "../util/log.h"

int store_count;
static void forget(store_t *store);

struct store {
    index_t index;
    void (*on_full)(store_t *store);
};

store_t *store_open(const char *path, int mode)
{
    store_t *store = alloc_store(mode);
    store->on_full = forget;
    store_count++;
    return store;
}

static void forget(store_t *store)
{
    log_message("store is full: %s\n", store->index.name);
}
