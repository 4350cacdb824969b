// The words of PHP that courses use: keywords, and names of its library.

import { wordSet } from "../../word-set.ts";

export const keywords = wordSet(`
  abstract and array as break callable case catch class clone const continue declare default do echo else elseif empty
  enddeclare endfor endforeach endif endswitch endwhile enum exit extends false final finally fn for foreach function global
  goto if implements include include_once instanceof insteadof interface isset list match namespace new null or print
  private protected public readonly require require_once return self static switch throw trait true try unset use var while
  xor yield parent die mixed int float bool string void never iterable object`);

/** Variables that PHP itself sets, without their sign. */
export const superglobals = wordSet(
  "GLOBALS _COOKIE _ENV _FILES _GET _POST _REQUEST _SERVER _SESSION argc argv",
);

export const functions = wordSet(`
  abs array_chunk array_column array_combine array_count_values array_diff array_diff_key array_fill array_fill_keys
  array_filter array_find array_flip array_intersect array_intersect_key array_is_list array_key_exists array_key_first
  array_key_last array_keys array_map array_merge array_merge_recursive array_pad array_pop array_product array_push
  array_rand array_reduce array_replace array_reverse array_search array_shift array_slice array_splice array_sum
  array_unique array_unshift array_values array_walk arsort asort basename call_user_func ceil chr class_exists compact
  count ctype_alpha ctype_digit current date define defined dirname end error_log explode extract fclose feof fgets
  fgetcsv file file_exists file_get_contents file_put_contents filter_var floatval floor fmod fopen fputcsv fputs fread
  func_get_args function_exists fwrite get_class get_object_vars gettype hash htmlspecialchars implode in_array
  intdiv intval is_array is_bool is_callable is_dir is_file is_float is_int is_iterable is_null is_numeric is_object is_string
  iterator_to_array join json_decode json_encode key krsort ksort lcfirst ltrim max mb_str_pad mb_str_split mb_strlen
  mb_strtolower mb_strtoupper mb_substr md5 method_exists microtime min mkdir mktime natsort next nl2br number_format
  ob_get_clean ob_start password_hash password_verify pi pow preg_match preg_match_all preg_quote preg_replace
  preg_replace_callback preg_split print_r printf property_exists random_int range realpath rename reset round rsort rtrim
  set_error_handler set_exception_handler settype shuffle sleep sort spl_autoload_register spl_object_id sprintf sqrt
  str_contains str_ends_with str_pad str_repeat str_replace str_split str_starts_with str_word_count strcmp strcasecmp
  strip_tags strlen strpos strrev strrpos strstr strtolower strtotime strtoupper strtr strval substr substr_count
  sys_get_temp_dir tempnam time touch trigger_error trim uasort ucfirst ucwords uksort uniqid unlink usleep usort
  var_dump var_export vsprintf wordwrap`);

export const names = wordSet(`
  ArgumentCountError ArrayAccess ArrayIterator ArrayObject Attribute BackedEnum Closure Countable DateInterval DateTime
  DateTimeImmutable DateTimeInterface DateTimeZone DivisionByZeroError DomainException Error ErrorException Exception
  Generator InvalidArgumentException Iterator IteratorAggregate JsonException JsonSerializable LengthException LogicException
  OutOfBoundsException OutOfRangeException OverflowException Override PDO PDOException PDOStatement RangeException
  ReflectionClass RuntimeException SplObjectStorage SplPriorityQueue SplQueue SplStack Stringable Throwable Traversable
  TypeError UnderflowException UnexpectedValueException UnitEnum UnhandledMatchError ValueError WeakMap stdClass
  ARRAY_FILTER_USE_BOTH ARRAY_FILTER_USE_KEY ENT_QUOTES E_ALL INF JSON_PRETTY_PRINT JSON_THROW_ON_ERROR M_PI NAN PHP_EOL
  PHP_INT_MAX PHP_INT_MIN PHP_VERSION SORT_STRING STR_PAD_LEFT STR_PAD_RIGHT STR_PAD_BOTH __CLASS__ __DIR__ __FILE__
  __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__`);

/** Methods that PHP itself calls: an author declares them and does not choose their names. */
export const magic = wordSet(`
  __call __callStatic __clone __construct __destruct __get __invoke __isset __serialize __set __toString __unserialize
  __unset`);

export const members = wordSet(`
  add() beginTransaction() bindParam() bindValue() call() cases() commit() count() createFromFormat() current()
  diff() exec() execute() fetch() fetchAll() fetchColumn() format() from() getCode() getFile() getIterator() getLine()
  getMessage() getPrevious() getReturn() getTimestamp() getTraceAsString() inTransaction() jsonSerialize() key()
  lastInsertId() modify() next() offsetExists() offsetGet() prepare() query() rewind() rollBack() rowCount() send()
  setAttribute() sub() tryFrom() valid() bind() fromCallable() enqueue() dequeue() push() pop() isEmpty() top()`);
