// The words that C++ has beside those of C: keywords, and names of its library.

import { wordSet } from "../../word-set.ts";

export const keywords = wordSet(`
  alignas alignof and asm auto bool break case catch char char16_t char32_t char8_t class co_await co_return co_yield
  concept const const_cast consteval constexpr constinit continue decltype default delete do double dynamic_cast else enum
  explicit export extern false float for friend goto if inline int long mutable namespace new noexcept not nullptr
  operator or private protected public register reinterpret_cast requires return short signed sizeof static static_assert
  static_cast struct switch template this thread_local throw true try typedef typeid typename union unsigned using
  virtual void volatile wchar_t while xor`);

/** Keywords that are no types: a word after them is declared by none of them. */
export const notTypes = wordSet(`
  and break case catch const co_await co_return co_yield constexpr continue default delete do else explicit export extern final
  for friend goto if inline mutable new noexcept not or override private protected public register requires return sizeof
  static template this throw try typedef using virtual volatile while defined`);

/** Names in `std`, for texts with `using`. Elsewhere all names behind `std::` are the library's. */
export const inStd = wordSet(`
  accumulate all_of any any_cast any_of array async atomic back_inserter bad_alloc begin bind binary_search boolalpha
  byte cerr cin clog copy copy_if count count_if cout deque distance endl end equal erase_if exception exchange fill find
  find_if fixed for_each format forward forward_list from_chars function future get get_if getline hash hex holds_alternative
  ifstream in_place initializer_list inner_product int32_t int64_t invalid_argument iota isspace istringstream iterator
  length_error less list lock_guard logic_error make_move_iterator make_optional make_pair make_shared make_tuple
  make_unique map max max_element mem_fn min min_element minmax_element monostate move multimap multiset mutex next none_of
  nullopt numeric_limits ofstream optional ostream ostringstream out_of_range pair partial_sum partition plus pow prev
  priority_queue promise queue ranges reduce reference_wrapper remove_if replace reverse rotate runtime_error same_as
  scoped_lock set setfill setprecision setw shared_ptr size size_t sort span sqrt stable_sort stack stod stoi string
  string_view stringstream swap thread tie to_string to_underlying transform tuple uint8_t unique unique_lock unique_ptr
  unordered_map unordered_multimap unordered_set upper_bound lower_bound variant vector views visit wstring weak_ptr`);

export const members = wordSet(`
  first second append() assign() at() back() begin() c_str() capacity() cbegin() cend() clear() close() compare() contains()
  count() crbegin() crend() data() emplace() emplace_back() emplace_front() empty() end() ends_with() eof() equal_range()
  erase() error() expired() extract() fail() fill() find() find_first_not_of() find_first_of() find_last_of() first() flush()
  front() get() getline() good() has_value() ignore() index() insert() insert_or_assign() is_open() join() joinable() last()
  length() load() lock() lower_bound() max() max_size() merge() min() open() peek() pop() pop_back() pop_front() precision()
  push() push_back() push_front() rbegin() rdbuf() read() release() remove() remove_if() rend() replace() reserve() reset()
  resize() reverse() rfind() setf() shrink_to_fit() size() sort() splice() starts_with() store() str() subspan() substr()
  swap() tellg() top() try_emplace() unique() unlock() upper_bound() use_count() value() value_or() what() width() write()`);

export const headers = wordSet(`
  <algorithm> <any> <array> <atomic> <bit> <bitset> <cassert> <cctype> <charconv> <chrono> <cmath> <compare> <complex>
  <concepts> <condition_variable> <coroutine> <cstddef> <cstdint> <cstdio> <cstdlib> <cstring> <ctime> <deque> <exception>
  <filesystem> <format> <forward_list> <fstream> <functional> <future> <initializer_list> <iomanip> <ios> <iosfwd>
  <iostream> <istream> <iterator> <limits> <list> <locale> <map> <memory> <mutex> <new> <numbers> <numeric> <optional>
  <ostream> <print> <queue> <random> <ranges> <ratio> <regex> <set> <span> <sstream> <stack> <stdexcept> <streambuf>
  <string> <string_view> <system_error> <thread> <tuple> <type_traits> <typeinfo> <unordered_map> <unordered_set>
  <utility> <valarray> <variant> <vector> <version>`);
