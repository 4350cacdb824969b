// The words of Go that courses use: keywords, and names of its library.

import { wordSet } from "../../word-set.ts";

export const keywords = wordSet(`
  _ break case chan const continue default defer else fallthrough false for func go goto if import interface map nil
  package range return select struct switch true type var`);

export const builtins = wordSet(`
  any append bool byte cap clear close comparable complex128 complex64 copy delete error float32 float64 imag int
  int16 int32 int64 int8 iota len make max min new panic print println real recover rune string uint uint16
  uint32 uint64 uint8 uintptr`);

/** Packages, by the last part of their paths. */
export const packages = wordSet(`
  atomic base64 bufio bytes cmp context csv errors exec filepath flag fmt heap hex http httptest io iter json list log
  maps math os rand reflect regexp runtime sha256 signal slices slog sort strconv strings sync template testing time
  unicode unsafe utf8`);

/** Packages as an import has them. */
export const imports = wordSet(`
  bufio bytes cmp container/heap container/list context crypto/sha256 encoding/base64 encoding/csv encoding/hex
  encoding/json errors flag fmt html/template io iter log log/slog maps math math/rand math/rand/v2 net/http
  net/http/httptest os os/exec os/signal path/filepath reflect regexp runtime slices sort strconv strings sync sync/atomic
  testing text/template time unicode unicode/utf8 unsafe`);

export const members = wordSet(`
  Add() After() Before() Broadcast() Buffered() Bytes() Cancel() Close() CompareAndSwap() Day() Decode() Do() Done()
  Elem() Encode() Equal() Err() Error() Errorf() Fatal() Fatalf() Fields() FindAllString() FindString()
  FindStringSubmatch() Flush() Format() Front() Go() HandleFunc() Helper() Hour() IsZero() Kind() Len() Less() Load()
  LoadOrStore() Lock() MatchString() Microseconds() Milliseconds() Minute() Minutes() Month() New() Next() Once()
  Printf() Println() PushBack() PushFront() RLock() RUnlock() Range() Read() ReadByte() ReadRune() ReadString()
  Replace() ReplaceAllString() Reset() Round() Run() Scan() Seconds() ServeHTTP() Signal() Split() Stop() Store()
  String() Sub() Swap() Text() Truncate() TryLock() Unix() Unlock() Unwrap() Wait() Weekday() Write() WriteByte()
  WriteHeader() WriteRune() WriteString() Year()`);
