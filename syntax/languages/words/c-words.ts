// The words of C that courses use: keywords, directives of the preprocessor, and names of its library.

import { wordSet } from "../../word-set.ts";

export const directives = wordSet(`
  #define #elif #else #endif #error #if #ifdef #ifndef #include #line #pragma #undef #warning`);

export const keywords = wordSet(`
  _Alignas _Alignof _Atomic _Bool _Generic _Noreturn _Static_assert _Thread_local auto break case char const constexpr continue
  default do double else enum extern float for goto if inline int long nullptr register restrict return short signed sizeof
  static struct switch thread_local typedef typeof union unsigned void volatile while`);

/** Keywords that are no types: a word after them is declared by none of them. */
export const notTypes = wordSet(`
  break case const constexpr continue default do else extern for goto if inline register return sizeof static thread_local typedef typeof volatile
  while defined`);

/** Types by name, beside those of keywords. */
export const types = wordSet(`
  FILE bool clock_t complex fpos_t int16_t int32_t int64_t int8_t intmax_t intptr_t max_align_t ptrdiff_t size_t ssize_t
  time_t uint16_t uint32_t uint64_t uint8_t uintmax_t uintptr_t va_list wchar_t`);

export const functions = wordSet(`
  abort abs acos asin assert atan atan2 atexit atof atoi atol bsearch calloc ceil clock cos exit exp fabs fclose feof
  ferror fflush fgetc fgets floor fmax fmin fmod fopen fprintf fputc fputs fread free freopen fscanf fseek ftell fwrite
  getc getchar getenv gets isalnum isalpha isdigit islower ispunct isspace isupper isxdigit labs ldexp llabs localtime log
  log10 log2 longjmp malloc memchr memcmp memcpy memmove memset mktime offsetof perror pow printf putc putchar puts qsort
  raise rand realloc remove rename rewind round scanf setjmp signal sin snprintf sprintf sqrt srand sscanf static_assert
  alignas alignof strcat strchr strcmp strcpy strcspn strdup strerror strftime strlen strncat strncmp strncpy strndup
  strpbrk strrchr strspn strstr strtod strtok strtol strtoul system tan time tmpfile tolower toupper trunc ungetc
  va_arg va_copy va_end va_start vfprintf vprintf vsnprintf`);

export const constants = wordSet(`
  BUFSIZ CHAR_BIT CHAR_MAX CHAR_MIN CLOCKS_PER_SEC DBL_EPSILON DBL_MAX DBL_MIN EDOM EINVAL ENOENT ENOMEM EOF ERANGE
  EXIT_FAILURE EXIT_SUCCESS FLT_EPSILON FLT_MAX INT16_MAX INT32_MAX INT64_MAX INT8_MAX INT_MAX INT_MIN LLONG_MAX LONG_MAX
  LONG_MIN M_PI NDEBUG NULL PRId32 PRId64 PRIu32 PRIu64 PRIx64 RAND_MAX SEEK_CUR SEEK_END SEEK_SET SHRT_MAX SIGINT
  SIZE_MAX UCHAR_MAX UINT16_MAX UINT32_MAX UINT64_MAX UINT8_MAX UINT_MAX ULONG_MAX __DATE__ __FILE__ __LINE__
  __STDC_VERSION__ __VA_ARGS__ __func__ errno false stderr stdin stdout true`);

export const headers = wordSet(`
  <assert.h> <complex.h> <ctype.h> <errno.h> <float.h> <inttypes.h> <iso646.h> <limits.h> <locale.h> <math.h> <setjmp.h>
  <signal.h> <stdalign.h> <stdarg.h> <stdatomic.h> <stdbool.h> <stddef.h> <stdint.h> <stdio.h> <stdlib.h>
  <stdnoreturn.h> <string.h> <threads.h> <time.h> <unistd.h> <wchar.h> <wctype.h>`);

export const formatters = wordSet(`
  printf fprintf sprintf snprintf vprintf vfprintf vsnprintf scanf fscanf sscanf`);
