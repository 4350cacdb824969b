// The names that Python and its standard library give: what is spelt as here was not named by the author, unless the
// example defines it.

import { wordSet } from "../../word-set.ts";

export const keywords = wordSet(`
  False None True and as assert async await break class continue def del elif else except finally for from global if import
  in is lambda nonlocal not or pass raise return try while with yield`);

export const builtins = wordSet(`
  ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError
  BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError
  DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError
  FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError
  IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError
  NameError NotADirectoryError NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning
  PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning
  StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError
  UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning
  ValueError Warning ZeroDivisionError
  abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict
  dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int
  isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr
  reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip`);

/** The modules of the standard library, by their first names. */
export const modules = wordSet(`
  __future__ abc argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2 cProfile calendar cmath cmd code
  codecs collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg csv ctypes curses
  dataclasses datetime dbm decimal difflib dis doctest email ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch
  fractions ftplib functools gc getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib importlib
  inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox marshal math mimetypes mmap
  multiprocessing netrc numbers operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib poplib posixpath
  pprint profile pstats pty pwd py_compile pydoc queue quopri random re readline reprlib resource runpy sched secrets select
  selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string stringprep struct
  subprocess symtable sys sysconfig syslog tarfile tempfile termios textwrap threading time timeit tkinter token tokenize
  tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib uuid venv warnings wave weakref
  webbrowser winreg winsound wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`);

/** The methods of the types in the standard library. */
export const methods = wordSet(`
  absolute acquire add add_argument add_argument_group add_mutually_exclusive_group add_note add_parser add_subparsers
  addHandler append appendleft as_integer_ratio as_posix as_uri asend assertAlmostEqual assertCountEqual assertDictEqual
  assertEqual assertFalse assertGreater assertGreaterEqual assertIn assertIs assertIsInstance assertIsNone assertIsNot
  assertIsNotNone assertLess assertLessEqual assertListEqual assertLogs assertNotEqual assertNotIn assertNotRegex
  assertRaises assertRaisesRegex assertRegex assertSequenceEqual assertSetEqual assertTrue assertTupleEqual assertWarns
  astimezone athrow bit_count bit_length cancel capitalize casefold center clear close commit conjugate copy count critical
  cursor date debug decode deleter difference difference_update digest discard done elements encode end endswith error
  exception execute executemany executescript exists expanduser expandtabs extend extendleft fail fetchall fetchmany fetchone
  fileno find findall finditer flush format format_map from_bytes from_iterable fromhex fromisoformat fromkeys fromordinal
  fromtimestamp fullmatch get get_nowait getter getvalue glob group groupdict groups hexdigest home index info insert
  intersection intersection_update is_absolute is_alive is_dir is_file is_integer is_set is_symlink isalnum isalpha isascii
  isatty isdecimal isdigit isdisjoint isidentifier islower isnumeric isocalendar isoformat isoweekday isprintable isspace
  issubset issuperset istitle isupper items iterdir join joinpath keys ljust lower lstat lstrip maketrans map match
  most_common move_to_end mro new_child notify notify_all now open parse_args parse_known_args partition pop popitem popleft
  print_help put put_nowait quantize qsize read read_bytes read_text readable readexactly readinto readline readlines
  relative_to release remove removeprefix removesuffix rename replace resolve result reverse rewind rfind rglob rindex rjust
  rmdir rollback rotate rpartition rsplit rstrip rmtree run_until_complete scanner seek seekable send set set_defaults
  set_exception set_result setdefault setFormatter setLevel setter setUp shutdown skipTest sort span split splitlines start
  startswith strftime strip strptime sub subTest submit subn substitute safe_substitute subtract swapcase
  symmetric_difference symmetric_difference_update task_done tearDown tell throw time timestamp timetuple title to_bytes
  today tolist toordinal total total_seconds touch translate truncate unlink union unpack update upper utcnow utcoffset
  values wait warning weekday with_name with_stem with_suffix with_traceback write write_bytes write_text writelines writerow
  writeheader writerows zfill`);

/** The names of arguments in the standard library. */
export const argumentNames = wordSet(`
  action add_help allow_nan args argv axis base bound buffering byteorder callback capture_output check check_circular
  chunksize choices clear closefd cls compare const covariant contravariant cwd daemon data dataclass default
  default_factory delimiter description dest digits dir dirs_exist_ok drop_whitespace encoding end endpos ensure_ascii env
  eq epilog errors exist_ok extrasaction fieldnames file fillvalue flags flush fold follow_symlinks format frozen func handlers
  hash headers help ignore_errors indent init initial initial_indent initializer initargs input k key keepends kw_only
  level limit lineterm maxlen maxsize maxsplit max_workers max_lines metaclass metadata metavar method missing_ok mode module
  msg n name names nargs ndigits newline object_hook opener order parents parse_float parse_int parser placeholder posix
  prefix predicate prog quotechar quoting raw_decode recursive rel_tol abs_tol repr required restval return_exceptions
  reverse root_dir sep separators shell skipinitialspace skipkeys slots sort_dicts sort_keys start stdin stderr stdout step
  stop strict subsequent_indent suffix tabsize target text timeout timespec type typed tz tzinfo unsafe_hash usage weights
  whence width year month day hour minute second microsecond days seconds microseconds milliseconds minutes hours weeks`);

/** Functions and methods whose arguments the author names. */
export const namingCalls = wordSet(`
  dict format update partial replace substitute safe_substitute Counter SimpleNamespace namedtuple TypedDict defaultdict
  OrderedDict call setdefault`);

/** What two underscores before and after a name can be. */
export const specialNames = wordSet(`
  __abs__ __add__ __aenter__ __aexit__ __aiter__ __all__ __and__ __anext__ __annotations__ __await__ __bases__ __bool__
  __builtins__ __bytes__ __call__ __cause__ __ceil__ __class__ __class_getitem__ __closure__ __code__ __complex__
  __contains__ __context__ __copy__ __debug__ __deepcopy__ __defaults__ __del__ __delattr__ __delete__ __delitem__ __dict__
  __dir__ __divmod__ __doc__ __enter__ __eq__ __exit__ __file__ __float__ __floor__ __floordiv__ __format__ __func__ __ge__
  __get__ __getattr__ __getattribute__ __getitem__ __getnewargs__ __getstate__ __globals__ __gt__ __hash__ __iadd__ __iand__
  __ifloordiv__ __ilshift__ __imatmul__ __imod__ __import__ __imul__ __index__ __init__ __init_subclass__ __instancecheck__
  __int__ __invert__ __ior__ __ipow__ __irshift__ __isub__ __iter__ __itruediv__ __ixor__ __kwdefaults__ __le__ __len__
  __length_hint__ __lshift__ __lt__ __main__ __matmul__ __missing__ __mod__ __module__ __mro__ __mul__ __name__ __ne__
  __neg__ __new__ __next__ __or__ __package__ __path__ __pos__ __post_init__ __pow__ __prepare__ __qualname__ __radd__
  __rand__ __rdivmod__ __reduce__ __reduce_ex__ __repr__ __reversed__ __rfloordiv__ __rlshift__ __rmatmul__ __rmod__
  __rmul__ __ror__ __round__ __rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __self__ __set__ __set_name__
  __setattr__ __setitem__ __setstate__ __sizeof__ __slots__ __str__ __sub__ __subclasscheck__ __subclasses__ __subclasshook__
  __suppress_context__ __traceback__ __truediv__ __trunc__ __type_params__ __version__ __weakref__ __wrapped__ __xor__`);
