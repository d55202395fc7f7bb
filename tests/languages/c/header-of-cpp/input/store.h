/* Stores of keys. */
#ifndef SHOP_STORE_H
#define SHOP_STORE_H

#include <string>

namespace shop {
/** A store. */
class Store {
 public:
  virtual ~Store();
  bool put(const std::string& key) { return index_.add(key); }

 private:
  Index index_;
};
}  // namespace shop
#endif
