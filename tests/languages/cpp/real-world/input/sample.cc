// Copyright (c) the authors. All rights reserved.
// Use of this source code is governed by a license.

#include "db/table.h"

#include <algorithm>
#include <cassert>

#include "port/port.h"
#include "util/coding.h"

namespace db {

namespace {

// Compares by user key.
struct ByKey {
  const Comparator* cmp;
  bool operator()(const Entry& a, const Entry& b) const { return cmp->Compare(a.key(), b.key()) < 0; }
};

class Cleaner {
 public:
  explicit Cleaner(Table* table) : table_(table) { table_->Ref(); }
  ~Cleaner() { table_->Unref(); }

 private:
  Table* const table_ GUARDED_BY(mutex_);
};

}  // namespace

struct Table::Rep {
  ~Rep() { delete filter; }
  Options options;
  Status status;
  RandomAccessFile* file;
  FilterReader* filter;
  BlockHandle handle;
};

Status Table::Open(const Options& options, RandomAccessFile* file, uint64_t size, Table** table) {
  *table = nullptr;
  if (size < Footer::kEncodedLength) {
    return Status::Corruption("file is too short to be a table");
  }
  char space[Footer::kEncodedLength];
  Slice input;
  Status s = file->Read(size - Footer::kEncodedLength, Footer::kEncodedLength, &input, space);
  if (!s.ok()) return s;

  Footer footer;
  s = footer.DecodeFrom(&input);
  if (s.ok()) {
    Block* index = new Block(contents);
    Rep* rep = new Table::Rep;
    rep->options = options;
    rep->status.Update(s);
    *table = new Table(rep);
    (*table)->ReadMeta(footer);
  }
  std::sort(entries.begin(), entries.end(), ByKey{options.comparator});
  return s;
}

Iterator* Table::BlockReader(void* arg, const ReadOptions& options, const Slice& value) {
  Table* table = reinterpret_cast<Table*>(arg);
  Cache* cache = table->rep_->options.cache;
  switch (cache->Kind()) {
    case Kind::kNone:
      return NewErrorIterator(table->rep_->status);
    default:
      break;
  }
  MutexLock lock(&table->mutex_);
  Iterator* iter = options.wrap ? Wrap(arg, &DeleteBlock, nullptr) : nullptr;
  iter->RegisterCleanup(&ReleaseBlock, cache, static_cast<void*>(iter));
  return iter;
}

}  // namespace db
