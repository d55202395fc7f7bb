#include "store.hpp"

#include "detail/log.hpp"

namespace shop {
static int opened = 0;

class Store::Cache {
 public:
  void drop() { size_ = 0; }
  int size_;
};

Store::Store(Index* index) : index_(index) {}
void Store::put(const std::string& key) { index_->add(key); detail::log(key); }
void detail::Log::flush() { lines_.clear(); write(); }
Store* open_store(const std::string& path, int mode) {
  ++opened;
  return new Store(Index::open(path));
}
}  // namespace shop
int shop::count() { return opened; }
