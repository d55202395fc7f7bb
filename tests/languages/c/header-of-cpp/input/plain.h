/* class of stores: shop::Store is what
   class Store is for those who use C++. */
#include <stddef.h>
#ifdef __cplusplus
#include <string>
class Store;
extern "C" {
#endif
#define LIB_API __attribute__((visibility("default")))
LIB_API int store_put(struct store *class, const char *key);
LIB_API const char *
store_name(struct store *store);
#ifdef __cplusplus
}
#endif
