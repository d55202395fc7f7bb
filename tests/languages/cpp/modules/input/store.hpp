/// Stores of keys.
#pragma once
#include <string>
#include "index.hpp"

namespace shop {
class Index;

/// A store.
class Store {
 public:
  explicit Store(Index* index);
  void put(const std::string& key);

 private:
  class Cache;
  Index* index_;
};

/// Opens a store.
Store* open_store(const std::string& path, int mode = 0);
}  // namespace shop
