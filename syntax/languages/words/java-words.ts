// The words of Java that courses use: keywords, and names of its library.

import { wordSet } from "../../word-set.ts";

export const keywords = wordSet(`
  abstract assert boolean break byte case catch char class continue default do double else enum extends false final finally
  float for if implements import instanceof int interface long native new null package private protected public return
  short static strictfp super switch synchronized this throw throws transient true try void volatile while`);

/** Keywords that are no types: a word after them is declared by none of them. */
export const notTypes = wordSet(`
  abstract assert break case continue default do else extends final finally implements import instanceof new native
  package permits private protected public return static super synchronized this throw throws transient try volatile
  while yield sealed`);

/** Types, functions and annotations of the library. */
export const names = wordSet(`
  AbstractList AbstractMap ArithmeticException Array ArrayDeque ArrayIndexOutOfBoundsException ArrayList Arrays
  AtomicInteger AtomicLong AtomicReference AutoCloseable BiConsumer BiFunction BiPredicate BigDecimal BigInteger
  BinaryOperator Boolean BooleanSupplier BufferedReader BufferedWriter Byte Callable Character CharSequence Class
  ClassCastException Closeable Collection Collections Collector Collectors Comparable Comparator CompletableFuture
  ConcurrentHashMap ConcurrentModificationException Consumer CountDownLatch DateTimeFormatter Deprecated Deque Double
  DoubleStream DoubleUnaryOperator Duration Entry Enum EnumMap EnumSet Error Exception ExecutorService Executors
  FileNotFoundException FileReader FileWriter Files Float Function FunctionalInterface Future HashMap HashSet
  IllegalArgumentException IllegalStateException IndexOutOfBoundsException InputStream InputStreamReader Instant
  IntBinaryOperator IntConsumer IntFunction IntPredicate IntStream IntSummaryStatistics IntSupplier IntUnaryOperator
  Integer InterruptedException IOException Iterable Iterator LinkedHashMap LinkedHashSet LinkedList List ListIterator
  LocalDate LocalDateTime LocalTime Lock Long LongStream Map Math NoSuchElementException NullPointerException Number
  NumberFormatException Object Objects Optional OptionalDouble OptionalInt OutputStream Override Path Paths Pattern
  Matcher Period Predicate PrintStream PriorityQueue Queue Random Record ReentrantLock Runnable RuntimeException
  SafeVarargs Scanner Set Short SortedMap SortedSet Stack StandardCharsets Stream String StringBuilder StringJoiner
  StringReader StringWriter Supplier SuppressWarnings System Thread ThreadLocal Throwable TimeUnit ToDoubleFunction
  ToIntFunction ToLongFunction TreeMap TreeSet UUID UnaryOperator UncheckedIOException UnsupportedOperationException
  Vector Void`);

export const members = wordSet(`
  length length() accept() add() addAll() addFirst() addLast() addSuppressed() and() andThen() anyMatch() allMatch()
  append() apply() applyAsInt() asList() average() boxed() capacity() ceilingEntry() ceilingKey() charAt() chars()
  clear() clone() close() collect() compare() compareTo() compareToIgnoreCase() compose() compute() computeIfAbsent()
  computeIfPresent() concat() contains() containsAll() containsKey() containsValue() contentEquals() copyOf() count()
  decrementAndGet() delete() deleteCharAt() descendingIterator() descendingMap() distinct() doubleValue() dropWhile()
  elements() endsWith() ensureCapacity() entry() entrySet() equals() equalsIgnoreCase() execute() filter() find()
  findAny() findFirst() first() firstEntry() firstKey() flatMap() floorEntry() floorKey() forEach() forEachOrdered()
  format() formatted() get() getAndIncrement() getAsDouble() getAsInt() getCause() getClass() getFirst() getKey()
  getLast() getMessage() getOrDefault() getSimpleName() getStackTrace() getSuppressed() getValue() group()
  groupingBy() hasNext() hasNextInt() hasNextLine() hashCode() headMap() headSet() higherKey() ifPresent()
  ifPresentOrElse() incrementAndGet() indent() indexOf() insert() intValue() isBlank() isEmpty() isPresent() iterate()
  iterator() join() keySet() last() lastIndexOf() lastKey() length() limit() lines() listIterator() lock() longValue()
  lowerKey() map() mapToDouble() mapToInt() mapToLong() mapToObj() matcher() matches() max() merge() min() multiply()
  navigableKeySet() negate() next() nextInt() nextLine() noneMatch() of() offer() offerFirst() offerLast() or()
  orElse() orElseGet() orElseThrow() ordinal() parallelStream() peek() peekFirst() peekLast() poll() pollFirst()
  pollLast() pop() print() printStackTrace() printf() println() push() put() putAll() putIfAbsent() range()
  rangeClosed() read() readLine() reduce() remove() removeAll() removeFirst() removeIf() removeLast() repeat()
  replace() replaceAll() replaceFirst() retainAll() reverse() reverseOrder() reversed() run() set() setCharAt()
  setLength() shutdown() size() skip() sort() sorted() split() start() startsWith() stream() strip() stripIndent()
  stripLeading() stripTrailing() subList() subMap() submit() substring() subtract() sum() summaryStatistics()
  tailMap() takeWhile() test() thenComparing() thenComparingInt() toArray() toCharArray() toList() toLowerCase()
  toString() toUpperCase() trim() unlock() valueOf() values() write()`);

export const paths = wordSet(`
  System.out.println System.out.printf System.out.print System.err.println System.err.printf System.err.print
  System.in Map.Entry Map.Entry.comparingByKey Map.Entry.comparingByValue AbstractMap.SimpleEntry
  java.io java.util java.util.function java.util.stream java.util.concurrent java.util.concurrent.atomic
  java.util.regex java.math java.nio.file java.nio.charset java.time java.text java.lang`);
