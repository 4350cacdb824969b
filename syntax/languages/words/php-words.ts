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
  abs addslashes array_all array_any array_chunk array_column array_combine array_count_values array_diff
  array_diff_assoc array_diff_key array_fill array_fill_keys array_filter array_find array_find_key array_flip
  array_intersect array_intersect_assoc array_intersect_key array_is_list array_key_exists array_key_first
  array_key_last array_keys array_map array_merge array_merge_recursive array_multisort array_pad array_pop
  array_product array_push array_rand array_reduce array_replace array_reverse array_search array_shift array_slice
  array_splice array_sum array_udiff array_unique array_unshift array_values array_walk array_walk_recursive arsort
  asort assert base64_decode base64_encode basename bin2hex call_user_func call_user_func_array ceil checkdate chmod chr
  chunk_split class_exists compact copy count crc32 ctype_alpha ctype_digit current date date_default_timezone_set
  define defined dirname end error_log error_reporting explode extract fclose feof fgetcsv fgets file file_exists
  file_get_contents file_put_contents filemtime filesize filter_input filter_var floatval flock floor fmod fopen fprintf
  fputcsv fputs fread fscanf fseek func_get_args func_num_args function_exists fwrite get_called_class get_class
  get_debug_type get_object_vars get_parent_class getenv gettype glob hash hash_algos hash_equals hash_hmac header
  headers_sent hex2bin hrtime html_entity_decode htmlentities htmlspecialchars htmlspecialchars_decode http_build_query
  http_response_code implode in_array ini_set intdiv intval is_a is_array is_bool is_callable is_countable is_dir
  is_file is_float is_int is_iterable is_link is_nan is_null is_numeric is_object is_readable is_resource is_scalar
  is_string is_subclass_of is_writable iterator_apply iterator_count iterator_to_array join json_decode json_encode
  json_last_error json_last_error_msg json_validate key krsort ksort lcfirst levenshtein ltrim max mb_convert_case
  mb_internal_encoding mb_str_pad mb_str_split mb_strlen mb_strpos mb_strtolower mb_strtoupper mb_strwidth mb_substr
  mb_substr_count mb_trim mb_ucfirst md5 memory_get_peak_usage memory_get_usage method_exists microtime min mkdir mktime
  natcasesort natsort next nl2br number_format ob_end_clean ob_get_clean ob_get_contents ob_start parse_str parse_url
  password_hash password_verify pathinfo php_sapi_name phpversion pi pow preg_grep preg_last_error_msg preg_match
  preg_match_all preg_quote preg_replace preg_replace_callback preg_split print_r printf property_exists putenv
  quotemeta random_bytes random_int range rawurlencode readfile readline realpath rename reset restore_error_handler
  rmdir round rsort rtrim scandir serialize session_destroy session_regenerate_id session_start set_error_handler
  set_exception_handler set_time_limit setcookie setlocale settype sha1 shuffle similar_text sleep sort
  spl_autoload_register spl_object_hash spl_object_id sprintf sqrt sscanf str_contains str_ends_with str_ireplace
  str_pad str_repeat str_replace str_split str_starts_with str_word_count strcasecmp strcmp stream_get_contents
  strip_tags stripos stripslashes strlen strnatcmp strncmp strpos strrev strrpos strspn strstr strtolower strtotime
  strtoupper strtr strval substr substr_count substr_replace sys_get_temp_dir tempnam time touch trigger_error trim
  uasort ucfirst ucwords uksort uniqid unlink unserialize urldecode urlencode usleep usort var_dump var_export
  version_compare vprintf vsprintf wordwrap`);

export const names = wordSet(`
  stdClass
  AllowDynamicProperties ArgumentCountError ArithmeticError ArrayAccess ArrayIterator ArrayObject AssertionError
  Attribute BackedEnum BadFunctionCallException BadMethodCallException CachingIterator Closure Countable DOMDocument
  DateInterval DatePeriod DateTime DateTimeImmutable DateTimeInterface DateTimeZone DivisionByZeroError DomainException
  Error ErrorException Exception Fiber FilterIterator Generator InfiniteIterator InvalidArgumentException Iterator
  IteratorAggregate IteratorIterator JsonException JsonSerializable LengthException LimitIterator LogicException
  MultipleIterator NumberFormatter OutOfBoundsException OutOfRangeException OverflowException Override PDOException
  PDOStatement ParseError RangeException ReflectionClass ReflectionEnum ReflectionFunction ReflectionMethod
  ReflectionNamedType ReflectionObject ReflectionProperty ReturnTypeWillChange RuntimeException SensitiveParameter
  SimpleXMLElement SplDoublyLinkedList SplFileObject SplFixedArray SplMaxHeap SplMinHeap SplObjectStorage
  SplPriorityQueue SplQueue SplStack Stringable Throwable Traversable TypeError UnderflowException
  UnexpectedValueException UnhandledMatchError UnitEnum ValueError WeakMap WeakReference
  ARRAY_FILTER_USE_BOTH ARRAY_FILTER_USE_KEY COUNT_RECURSIVE DIRECTORY_SEPARATOR ENT_HTML5 ENT_QUOTES E_ALL E_NOTICE
  E_STRICT E_USER_ERROR E_USER_NOTICE E_USER_WARNING E_WARNING FILE_APPEND FILE_IGNORE_NEW_LINES FILE_SKIP_EMPTY_LINES
  FILTER_DEFAULT FILTER_VALIDATE_BOOLEAN FILTER_VALIDATE_EMAIL FILTER_VALIDATE_FLOAT FILTER_VALIDATE_INT
  FILTER_VALIDATE_URL INF JSON_ERROR_NONE JSON_PRETTY_PRINT JSON_THROW_ON_ERROR JSON_UNESCAPED_SLASHES
  JSON_UNESCAPED_UNICODE LOCK_EX LOCK_SH MB_CASE_TITLE M_PI NAN PASSWORD_BCRYPT PASSWORD_DEFAULT PDO PHP_EOL
  PHP_FLOAT_EPSILON PHP_INT_MAX PHP_INT_MIN PHP_MAJOR_VERSION PHP_OS PHP_OS_FAMILY PHP_VERSION PREG_SET_ORDER
  PREG_SPLIT_NO_EMPTY SORT_ASC SORT_DESC SORT_FLAG_CASE SORT_NUMERIC SORT_REGULAR SORT_STRING STDERR STDIN STDOUT
  STR_PAD_BOTH STR_PAD_LEFT STR_PAD_RIGHT __CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__
  __TRAIT__`);

/** Methods that PHP itself calls: an author declares them and does not choose their names. */
export const magic = wordSet(`
  __call __callStatic __clone __construct __destruct __get __invoke __isset __serialize __set __toString __unserialize
  __unset`);

export const members = wordSet(`
  beginTransaction() bind() bindParam() bindValue() call() cases() closeCursor() commit() count() createFromFormat()
  current() dequeue() diff() enqueue() errorInfo() exec() execute() fetch() fetchAll() fetchColumn() fetchObject()
  format() from() fromCallable() getArrayCopy() getAttributes() getCode() getFile() getIterator() getLine() getMessage()
  getPrevious() getReturn() getShortName() getTimestamp() getTimezone() getTraceAsString() inTransaction() isEmpty()
  isSubclassOf() jsonSerialize() key() lastInsertId() modify() next() offsetExists() offsetGet() offsetSet()
  offsetUnset() pop() prepare() push() query() rewind() rollBack() rowCount() send() setAttribute() setDate()
  setFetchMode() setTime() setTimestamp() setTimezone() sub() top() tryFrom() valid()`);
