"""Names that are no project's own: the standard library's namespaces, types and members."""

from crossbearing_plugins.languages._c.names import STANDARD

_WORDS_TEXT = """
std nullptr true false NULL size_t ptrdiff_t nullptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t
uint64_t intptr_t uintptr_t static_cast dynamic_cast const_cast reinterpret_cast sizeof alignof decltype typeid
noexcept defined static_assert assert alignas __VA_ARGS__ __FILE__ __LINE__ __func__ __cplusplus override final
default
"""
WORDS = frozenset(_WORDS_TEXT.split())
"""Names that lead nowhere wherever they stand; those of functions may also be members of an enclosing class."""

_STANDARD_TEXT = """
string string_view vector map set unordered_map unordered_set pair tuple optional variant function unique_ptr
shared_ptr weak_ptr make_unique make_shared make_pair make_tuple move forward swap cout cerr clog cin endl ostream
istream ostringstream istringstream stringstream ofstream ifstream exception runtime_error logic_error
invalid_argument out_of_range initializer_list array deque list queue stack bitset atomic mutex lock_guard
unique_lock thread condition_variable numeric_limits enable_if enable_if_t is_same conditional decay remove_reference
true_type false_type declval tie get to_string stoi stol stod distance advance next prev begin end copy fill
transform accumulate for_each sort find_if iterator reverse_iterator hash less greater plus minus
"""
BUILTINS = STANDARD | WORDS | frozenset(_STANDARD_TEXT.split())

_MEMBERS_TEXT = """
push_back emplace_back pop_back push_front pop_front emplace front back begin end cbegin cend rbegin rend size empty
clear insert erase find count at data c_str str substr append assign resize reserve capacity shrink_to_fit swap get
reset release lock unlock try_lock wait notify_one notify_all join detach joinable load store exchange fetch_add
fetch_sub compare_exchange_weak compare_exchange_strong first second length compare find_first_of find_last_of
find_first_not_of find_last_not_of rfind starts_with ends_with contains lower_bound upper_bound equal_range key_comp
bucket_count max_load_factor rehash what has_value value value_or emplace_hint extract merge splice sort unique
remove remove_if reverse open close is_open good fail eof bad read write put getline ignore peek seekg tellg seekp
tellp flush precision width setf rdbuf imbue expired use_count owner_before target type name hash_code before
min max lowest epsilon infinity quiet_NaN test set flip to_ulong to_string all any none next top pop push
"""
MEMBERS = frozenset(_MEMBERS_TEXT.split())

_HOLDERS_TEXT = """
unique_ptr shared_ptr weak_ptr optional reference_wrapper scoped_refptr observer_ptr not_null
"""
HOLDERS = frozenset(_HOLDERS_TEXT.split())
"""Templates that are used for what they hold."""

MAKERS = frozenset(("make_unique", "make_shared", "make_optional"))
"""Function templates that give what their first argument names."""

_CASTS_TEXT = """
static_cast dynamic_cast const_cast reinterpret_cast static_pointer_cast dynamic_pointer_cast any_cast bit_cast
down_cast implicit_cast
"""
CASTS = frozenset(_CASTS_TEXT.split())
"""Casts, which give what their first argument names."""

_PRIMITIVES_TEXT = """
auto bool char char8_t char16_t char32_t wchar_t short int long signed unsigned float double void size_t ssize_t
decltype int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t ptrdiff_t nullptr_t
"""
PRIMITIVES = frozenset(_PRIMITIVES_TEXT.split())
"""Types that are no classes."""
