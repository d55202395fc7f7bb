// Copyright
#include "sample.h"

/// Keeps entries.
class Store final : public Base, private util::Sink<Entry> {
 public:
  explicit Store(Path path) : Base(path), path_(path) {}
  ~Store() override = default;
  Store(const Store&) = delete;
  Store& operator=(const Store& other);
  operator bool() const { return size_ > 0; }
  static std::unique_ptr<Store> Open(const Path& path);
  virtual Status Put(const Key& key, Entry* entry = nullptr) = 0;
  auto first() const -> const Entry& { return *entries_.front(); }

  enum class Mode : int { kRead, kWrite = 2 };
  enum { kMost = 10, kLeast };
  struct Options {
    bool sync = false;
    Mode mode;
  };
  using Pointer = std::shared_ptr<Store>;
  typedef std::vector<Entry*> Entries;
  friend bool operator==(const Store& a, const Store& b) { return a.size_ == b.size_; }
  friend class Index;

 private:
  Entries entries_;
  std::unique_ptr<Index> index_;
  Path path_;
  Store *next_, *previous_;
  int size_{0};
  int counts_[3];
  void (*on_full_)(Store* store) = nullptr;
};

Store& Store::operator=(const Store& other) {
  this->index_ = std::make_unique<Index>(other.size());
  index_->Add(other.index_->first().key);
  next_->Put(key(), nullptr);
  return *this;
}

union Value {
  int number;
  char* text;
};

std::unique_ptr<Store> Store::Open(const Path& path) {
  Options options{.sync = true};
  Index index(path);
  auto* made = new MemoryStore(path, options);
  auto copy = Entry{1, 2};
  copy.touch();
  made->Put(copy.key());
  if (auto found = Find(path); found) return found->store();
  for (const Entry& entry : index.entries()) entry.touch();
  for (auto& other : others) other.touch();
  auto visit = [&](const Entry& entry) { entry.touch(); return made->size(); };
  static_cast<MemoryStore&>(*made).flush();
  ::global_call(visit(copy), sizeof(Store));
  (*made).close();
  int plain = 3;
  plain += count(plain);
  try {
    Index::Shared().Drop<Entry>(path);
  } catch (const Error& error) {
    error.show("could not drop it");
  }
  return nullptr;
}
