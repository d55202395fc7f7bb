#include "sample.h"
#define SHOP_API __attribute__((visibility("default")))
#define SHOP_TWICE(x) (twice(x) + 1)

SHOP_BEGIN_NAMESPACE

class SHOP_API Store : public Base {
  Q_OBJECT
 public Q_SLOTS:
  SHOP_NODISCARD int size() const SHOP_NOEXCEPT { return size_; }
  void put(int value) SHOP_EXCLUDES(lock_);
  MOCK_METHOD(void, flush, (const std::vector<int>& all), (override));

 private:
  int size_ SHOP_GUARDED_BY(lock_) = 0;
  Lock lock_;
};

SHOP_API extern int shared;
SHOP_INLINE const Store* shop_nonnull open(const Path* shop_nonnull path SHOP_UNUSED, int MODE);

void Store::put(int value) {
  if SHOP_CONSTEXPR (sizeof(int) == 4) value = SHOP_TWICE(value);
  EXPECT_EQ(value, size())
      << "values differ";
  SHOP_TRY { check(value, SHOP_LIMIT); }
  SHOP_CATCH(const Error& e) { fail(); }
#if SHOP_LOG
  log(value);
#else
  forget(value);
#endif
  call(value,
#ifdef SHOP_FAST
       fast()
#else
       slow()
#endif
  );
}

#if 0
int never() { return gone(); }
#endif

#ifdef SHOP_WIDE
int wide(long a) {
#else
int wide(int a) {
#endif
  return a;
}

SHOP_END_NAMESPACE

TEST(StoreTest, Opens) { Store store(1); store.put(2); }
TEST_F(StoreTest, Closes) { open_.close(); helper(); }
