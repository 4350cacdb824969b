// The words of Kotlin that courses use: keywords, and names of its library.

import { wordSet } from "../../word-set.ts";

export const keywords = wordSet(`
  _ as as? break break@ class continue continue@ do else false for fun if in interface is null object package return return@
  super this this@ throw true try typealias val var when while`);

/** Words before a declaration; elsewhere they are names. */
export const modifiers = wordSet(`
  abstract actual annotation companion const crossinline data enum external final fun infix inline inner internal lateinit
  noinline open operator out override private protected public reified sealed suspend tailrec value vararg`);

/** Functions between two values. */
export const infixes = wordSet("to until downTo step and or xor shl shr zip");

export const names = wordSet(`
  Any Array ArrayDeque ArithmeticException Boolean BooleanArray Byte Char CharArray CharSequence ClassCastException
  Collection Comparable Comparator Deprecated Double DoubleArray Enum Error Exception Float Flow Function
  IllegalArgumentException IllegalStateException IndexOutOfBoundsException Int IntArray IntRange Iterable Iterator JvmField
  JvmInline JvmOverloads JvmStatic Lazy LinkedHashMap List Long LongArray Map Math MutableCollection MutableList MutableMap
  MutableSet NoSuchElementException NotImplementedError Nothing NullPointerException Number NumberFormatException Pair
  ReadOnlyProperty ReadWriteProperty Regex Result RuntimeException Sequence Set Short String StringBuilder Suppress Throwable
  Triple UInt ULong Unit UnsupportedOperationException HashMap HashSet ArrayList
  also apply arrayListOf arrayOf arrayOfNulls assert async buildList buildMap buildSet buildString check checkNotNull
  compareBy compareByDescending compareValues delay doubleArrayOf emptyList emptyMap emptySet enumValueOf enumValues error
  flow generateSequence hashMapOf hashSetOf intArrayOf launch lazy let linkedMapOf linkedSetOf listOf listOfNotNull longArrayOf
  mapOf max maxOf measureTimeMillis min minOf mutableListOf mutableMapOf mutableSetOf mutableStateOf naturalOrder
  nullsFirst observable println print readLine readln repeat require requireNotNull reverseOrder run runBlocking runCatching
  sequence sequenceOf setOf sortedMapOf sortedSetOf synchronized TODO use with withContext yield`);

export const members = wordSet(`
  cause entries first second third indices isFailure isSuccess key keys last lastIndex length message ordinal size
  simpleName stackTrace values java
  add() addAll() addFirst() addLast() all() also() any() append() appendLine() apply() asReversed() asSequence() associate()
  associateBy() associateWith() average() await() capitalize() chunked() clear() coerceAtLeast() coerceAtMost() coerceIn()
  collect() compareTo() component1() component2() contains() containsKey() containsValue() copy() copyOf() count() dec()
  digitToInt() distinct() distinctBy() div() drop() dropLast() dropWhile() elementAt() elementAtOrNull() endsWith()
  entries() equals() exceptionOrNull() fill() filter() filterIndexed() filterIsInstance() filterKeys() filterNot()
  filterNotNull() filterTo() filterValues() find() findLast() first() firstOrNull() flatMap() flatten() fold()
  foldIndexed() forEach() forEachIndexed() format() get() getOrDefault() getOrElse() getOrNull() getOrPut() getOrThrow()
  getValue() groupBy() groupingBy() hashCode() hasNext() ifBlank() ifEmpty() inc() indexOf() indexOfFirst() insert() intersect()
  invoke() isBlank() isDigit() isEmpty() isLetter() isLetterOrDigit() isLowerCase() isNotBlank() isNotEmpty()
  isNullOrBlank() isNullOrEmpty() isUpperCase() isWhitespace() iterator() join() joinTo() joinToString() last()
  lastIndexOf() lastOrNull() let() lines() lowercase() map() mapIndexed() mapKeys() mapNotNull() mapTo() mapValues()
  matches() max() maxBy() maxByOrNull() maxOf() maxOfOrNull() maxOrNull() maxWith() min() minBy() minByOrNull() minOf()
  minOfOrNull() minOrNull() minus() next() none() onEach() onEachIndexed() onFailure() onSuccess() orEmpty() padEnd()
  padStart() partition() plus() put() putAll() random() reduce() reduceOrNull() remove() removeAll() removeAt() removeFirst()
  removeIf() removeLast() repeat() replace() replaceFirstChar() retainAll() reversed() run() runCatching() runningFold()
  set() shuffled() single() singleOrNull() slice() sort() sortBy() sortDescending() sorted() sortedBy()
  sortedByDescending() sortedDescending() sortedWith() split() startsWith() step() subList() substring() substringAfter()
  substringBefore() sum() sumBy() sumOf() take() takeIf() takeLast() takeUnless() takeWhile() thenBy() thenByDescending()
  times() to() toBoolean() toCharArray() toDouble() toDoubleOrNull() toFloat() toInt() toIntOrNull() toList() toLong()
  toMap() toMutableList() toMutableMap() toMutableSet() toRegex() toSet() toSortedMap() toString() toTypedArray() trim()
  trimEnd() trimIndent() trimMargin() trimStart() union() until() uppercase() use() windowed() withDefault()
  withIndex() zip() zipWithNext()`);
