// The words of C# that courses use: keywords, and names of its library.

import { wordSet } from "../../word-set.ts";

export const keywords = wordSet(`
  abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else
  enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock
  long namespace new null object operator out override params private protected public readonly ref return sbyte sealed
  short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using
  virtual void volatile while`);

/** Keywords that are no types: a word after them is declared by none of them. */
export const notTypes = wordSet(`
  abstract and as async await base break case catch checked const continue default do else explicit extern finally foreach
  for from get goto group if implicit in init internal is lock namespace new not operator or orderby out override params
  private protected public readonly ref return sealed select set sizeof stackalloc static switch this throw try typeof
  unchecked unsafe using virtual volatile when where while yield nameof required`);

export const names = wordSet(`
  System Action AggregateException ArgumentException ArgumentNullException ArgumentOutOfRangeException Array Attribute BigInteger
  BitConverter Boolean CancellationToken CancellationTokenSource Char Comparer ConcurrentDictionary Console Convert
  CultureInfo DateOnly DateTime DateTimeOffset Decimal Dictionary Directory DivideByZeroException Double Enum Enumerable
  Environment EqualityComparer EventArgs EventHandler Exception File FileNotFoundException FormatException Func Guid HashCode
  HashSet HttpClient IAsyncDisposable IAsyncEnumerable ICollection IComparable IComparer IDictionary IDisposable IEnumerable
  IEnumerator IEquatable IFormattable IList INumber IOException IReadOnlyCollection IReadOnlyDictionary IReadOnlyList ISet
  Index IndexOutOfRangeException Int32 Int64 InvalidCastException InvalidOperationException JsonSerializer KeyNotFoundException
  KeyValuePair Lazy LinkedList List Math MemoryStream NotImplementedException NotSupportedException Nullable
  NullReferenceException Obsolete OverflowException Parallel Path PriorityQueue Predicate Queue Random Range Regex
  SemaphoreSlim SortedDictionary SortedSet Span Stack Stopwatch Stream StreamReader StreamWriter String StringBuilder
  StringComparer StringComparison StringReader StringSplitOptions StringWriter Task TextReader TextWriter Thread TimeOnly
  TimeSpan TimeoutException Tuple Type Uri ValueTask ValueTuple Version Flags Serializable`);

export const members = wordSet(`
  Count HasValue InnerException Key Keys Length Message StackTrace TotalSeconds Value Values
  Add() AddRange() Aggregate() All() Any() Append() AppendLine() AsReadOnly() AsSpan() Average() BinarySearch() Cancel()
  Cast() Chunk() Clear() Clone() Close() CompareTo() Concat() ConfigureAwait() Contains() ContainsKey() ContainsValue()
  ContinueWith() CopyTo() Count() DefaultIfEmpty() Dequeue() Dispose() Distinct() DistinctBy() ElementAt() EndsWith()
  Enqueue() EnumerateLines() Equals() Except() ExceptWith() Exists() Find() FindAll() FindIndex() First()
  FirstOrDefault() ForEach() Format() GetEnumerator() GetHashCode() GetRange() GetType() GetValueOrDefault() GroupBy()
  GroupJoin() IndexOf() Insert() Intersect() IntersectWith() Invoke() IsMatch() Join() Last() LastIndexOf() LastOrDefault()
  Match() Matches() Max() MaxBy() Min() MinBy() MoveNext() Next() OfType() Order() OrderBy() OrderByDescending()
  OrderDescending() PadLeft() PadRight() Parse() Peek() Pop() Prepend() Push() Range() Read() ReadLine() ReadToEnd() Remove()
  RemoveAll() RemoveAt() Repeat() Replace() Reverse() Select() SelectMany() SequenceEqual() Single() SingleOrDefault() Skip()
  SkipWhile() Slice() Sort() Split() Start() StartsWith() Stop() Substring() Sum() Take() TakeLast() TakeWhile() ThenBy()
  ThenByDescending() ToArray() ToCharArray() ToDictionary() ToHashSet() ToList() ToLookup() ToLower() ToLowerInvariant()
  ToString() ToUpper() ToUpperInvariant() Trim() TrimEnd() TrimStart() TryAdd() TryDequeue() TryGetValue() TryParse() TryPeek()
  TryPop() Union() UnionWith() Wait() Where() Write() WriteLine() Zip()`);

export const paths = wordSet(`
  System.Collections System.Collections.Generic System.IO System.Linq System.Text System.Text.Json
  System.Text.RegularExpressions System.Threading System.Threading.Tasks System.Globalization System.Diagnostics System.Net.Http
  Console.Out.WriteLine Console.Error.WriteLine`);
