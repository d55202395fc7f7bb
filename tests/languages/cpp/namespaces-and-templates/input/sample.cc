#include <vector>
#include "lists.hpp"

namespace shop::data {
inline namespace v1 {

template <typename T, int Size = 3, class... Others>
class List : public Base<T> {
 public:
  template <class U> U as(U&& other) const { return other.template cast<U>(); }
  void add(T item);
  struct Node;
};

template <typename T, int Size, class... Others>
struct List<T, Size, Others...>::Node {
  Node* next;
  T value;
  void walk() { next->walk(); value.check(); }
};

template <typename T, int Size, class... Others>
void List<T, Size, Others...>::add(T item) {
  Node* node = make_node<T>(item);
  node->walk();
  Base<T>::grow(1);
}

template <> struct Traits<int> { static int size() { return 4; } };
template <class T> using Pair = std::pair<T, T>;
template <class T> concept Sized = requires(T value) { value.size(); };
template <class T> constexpr bool kIsList = false;

}  // namespace v1

namespace {
int hidden(int depth) { return depth; }
}  // namespace

class Declared;
int declared(int depth);
extern int shared_count;
constexpr int kDepth = 3;

int visible(Declared* item) {
  detail::log::write("it is visible");
  return hidden(kDepth) + util::Names::clean(item->name()) + declared(shared_count);
}

}  // namespace shop::data

extern "C" {
int shop_visible(void* item) { return shop::data::visible(static_cast<shop::data::Declared*>(item)); }
}

using namespace shop::data;
using shop::data::List;
using std::swap;
namespace fs = std::filesystem;
auto twice = [](int value) { return visible(nullptr) + value; };
