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
  atomic bufio bytes cmp context errors filepath flag fmt heap http io json list log maps math os rand reflect regexp
  runtime signal slices sort strconv strings sync testing time unicode utf8`);

/** Packages as an import has them. */
export const imports = wordSet(`
  bufio bytes cmp container/heap container/list context encoding/json errors flag fmt io log maps math math/rand net/http
  os os/signal path/filepath reflect regexp runtime slices sort strconv strings sync sync/atomic testing time unicode
  unicode/utf8`);

export const members = wordSet(`
  Add() After() Before() Broadcast() Buffered() Bytes() Cancel() Close() Decode() Done() Elem() Encode() Err() Error()
  Errorf() Fatal() Fatalf() Fields() FindAllString() FindString() Format() Front() Go() Kind() Len() Less() Load() Lock()
  LoadOrStore() MatchString() Microseconds() Milliseconds() Minutes() New() Next() Once() PushBack() PushFront()
  RLock() RUnlock() Range() Read() ReadString() Replace() ReplaceAllString() Reset() Run() Scan() Seconds() Signal()
  Split() Stop() Store() String() Sub() Swap() Text() Unlock() Unwrap() Wait() Write() WriteByte() WriteRune()
  WriteString()`);
