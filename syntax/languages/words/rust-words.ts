// The words of Rust that courses use: keywords, and names of its library.

import { wordSet } from "../../word-set.ts";

export const keywords = wordSet(`
  _ Self as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut
  pub ref return self static struct super trait true type unsafe use where while`);

export const names = wordSet(`
  Add AddAssign Arc AtomicBool AtomicI32 AtomicI64 AtomicU32 AtomicU64 AtomicUsize AsRef BTreeMap BTreeSet BinaryHeap Borrow Box BufRead BufReader Cell Clone Copy Cow Debug Default
  Deref DerefMut Display Div DoubleEndedIterator Drop Duration Entry Eq Err Error ExactSizeIterator Extend File Fn FnMut
  FnOnce Formatter From FromIterator FromStr Future Hash HashMap HashSet Index IndexMut Instant Into IntoIterator Iterator Mul
  Mutex Neg None Not Ok Option Ord Ordering PartialEq PartialOrd ParseFloatError ParseIntError Path PathBuf PhantomData
  Range RangeInclusive Rc Read RefCell Rem Result RwLock Send Sized Some String Sub Sum Sync ToOwned ToString TryFrom
  TryInto Vec VecDeque Weak Write bool char drop f32 f64 i128 i16 i32 i64 i8 isize str u128 u16 u32 u64 u8 usize assert!
  assert_eq! assert_ne! cfg! concat! dbg! debug_assert! debug_assert_eq! debug_assert_ne! eprint! eprintln! env! format! format_args! include_str!
  macro_rules! matches! panic! print! println! stringify! thread_local! todo! unimplemented! unreachable! vec! write!
  writeln!`);

/** Words of attributes, as in `#[derive(Debug)]`. */
export const attributes = wordSet(`
  allow cfg cfg_attr default deny derive deprecated doc ignore inline must_use non_exhaustive repr should_panic test`);

/** Words in the parentheses of attributes, as in `#[cfg(test)]`. */
export const attributeArguments = wordSet(`
  C all any dead_code debug_assertions expected feature not test transparent unused unused_imports unused_mut
  unused_variables`);

/** Methods that an author writes in `impl Display for Point`, where the library chose their names. */
export const traitMethods = wordSet(`
  add() add_assign() as_ref() borrow() clone() cmp() default() deref() deref_mut() div() eq() fmt() from() from_iter()
  from_str() hash() index() index_mut() into_iter() mul() mul_assign() ne() neg() next() next_back() not() partial_cmp()
  poll() rem() size_hint() source() sub() sub_assign() to_string() try_from()`);

/** Types of the library's traits, as in `type Item = u8;` and `Iterator<Item = u8>`. */
export const associatedTypes = wordSet("Error Item IntoIter Output Target");

/** What a macro takes: `$x:expr`. */
export const fragments = wordSet("block expr ident item lifetime literal meta pat path stmt tt ty vis");

/** Modules of the library in the braces of `use std::{ }`. */
export const modules = wordSet(`
  std core alloc cell cmp collections convert env error fmt fs hash io iter marker mem num ops path process rc str string
  sync thread time`);

export const members = wordSet(`
  abs() abs_diff() all() and_modify() and_then() any() append() as_bytes() as_deref() as_millis() as_mut()
  as_mut_slice() as_ref() as_secs() as_secs_f64() as_slice() as_str() binary_search() borrow() borrow_mut() by_ref()
  bytes() capacity() ceil() chain() char_indices() chars() checked_add() checked_div() checked_mul() checked_pow()
  checked_rem() checked_sub() chunks() chunks_exact() clamp() clear() clone() cloned() cmp() collect() concat()
  contains() contains_key() copied() cos() count() count_ones() cycle() dedup() default() description() difference()
  downcast_ref() drain() elapsed() ends_with() entry() enumerate() eq() eq_ignore_ascii_case() err() exp() expect()
  expect_err() extend() extend_from_slice() fetch_add() fill() filter() filter_map() find() find_map() first() first_key_value()
  first_mut() flat_map() flatten() floor() flush() fmt() fold() for_each() from() from_iter() from_str() get()
  get_mut() get_or_insert() get_or_insert_with() hash() hypot() insert() insert_str() inspect() intersection() into()
  into_bytes() into_inner() into_iter() into_keys() into_values() is_alphabetic() is_alphanumeric() is_ascii()
  is_ascii_alphabetic() is_ascii_alphanumeric() is_ascii_digit() is_ascii_lowercase() is_ascii_punctuation()
  is_ascii_uppercase() is_ascii_whitespace() is_control() is_digit() is_empty() is_err() is_lowercase() is_none()
  is_numeric() is_ok() is_ok_and() is_some() is_some_and() is_sorted() is_subset() is_uppercase() is_whitespace()
  iter() iter_mut() join() keys() last() last_key_value() last_mut() len() lines() ln() lock() map() map_err()
  map_or() map_or_else() map_while() max() max_by() max_by_key() min() min_by() min_by_key() mul_add() ne() next()
  next_back() next_if() nth() ok() ok_or() ok_or_else() or() or_default() or_else() or_insert() or_insert_with()
  overflowing_add() parse() partial_cmp() partition() peek() peekable() pop() pop_back() pop_first() pop_front()
  pop_last() position() pow() powf() powi() product() push() push_back() push_front() push_str() read() read_line()
  read_to_end() read_to_string() recv() reduce() rem_euclid() remove() repeat() replace() reserve() resize() retain()
  rev() reverse() rfind() rotate_left() rotate_right() round() rposition() rsplit() rsplit_once() saturating_add()
  saturating_mul() saturating_sub() scan() send() signum() sin() skip() skip_while() sort() sort_by() sort_by_key()
  sort_unstable() sort_unstable_by() sort_unstable_by_key() source() split() split_at() split_at_mut() split_first()
  split_inclusive() split_last() split_off() split_once() split_whitespace() splitn() sqrt() starts_with() step_by()
  strip_prefix() strip_suffix() sum() swap() swap_remove() symmetric_difference() take() take_while() then()
  then_some() then_with() to_ascii_lowercase() to_ascii_uppercase() to_be_bytes() to_digit() to_le_bytes()
  to_lowercase() to_owned() to_radians() to_string() to_uppercase() to_vec() total_cmp() trim() trim_end()
  trim_end_matches() trim_matches() trim_start() trim_start_matches() trunc() truncate() try_fold() try_for_each()
  try_from() try_into() try_lock() try_recv() union() unwrap() unwrap_err() unwrap_or() unwrap_or_default()
  unwrap_or_else() unzip() upgrade() values() values_mut() windows() with_capacity() wrapping_add() wrapping_mul()
  wrapping_sub() write() write_all() zip()`);

export const paths = wordSet(`
  Arc::new BTreeMap::new BTreeSet::new BinaryHeap::new Box::new Cell::new HashMap::from HashMap::new HashSet::from
  HashSet::new Mutex::new Rc::new RefCell::new String::from String::new String::with_capacity Vec::from Vec::new
  Vec::with_capacity VecDeque::from VecDeque::new
  fmt::Display fmt::Debug fmt::Formatter fmt::Result fmt::Error fmt::Write io::Error io::Result io::ErrorKind io::Read
  io::Write io::stdin io::stdout mem::replace mem::swap mem::take process::exit thread::sleep thread::spawn
  env::args fs::read_to_string fs::write cmp::Ordering iter::once iter::repeat iter::from_fn iter::successors error::Error
  mpsc::channel mpsc::Receiver mpsc::Sender thread::scope cmp::Reverse cmp::max cmp::min env::var fs::create_dir
  fs::remove_file io::stderr std::borrow std::cell std::cmp std::collections std::convert std::env std::error std::fmt std::fs
  std::hash std::io std::iter std::marker std::mem std::num std::ops std::path std::process std::rc std::str std::string
  std::sync std::sync::mpsc std::thread std::time std::fmt::Display std::fmt::Debug std::fmt::Formatter std::fmt::Result
  std::error::Error std::io::Error std::io::Result std::num::ParseIntError std::mem::swap std::mem::take
  std::mem::replace std::cmp::Ordering std::thread::spawn std::process::exit std::iter::from_fn std::iter::repeat
  std::any::type_name std::fs::read_to_string std::env::args std::ops::Add std::str::FromStr std::rc::Rc
  std::iter::once std::iter::successors std::f64::consts::PI f64::consts::PI`);
