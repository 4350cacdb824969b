// The names of JavaScript's library, of browsers and of Node.js, and the words of TypeScript's types. Names that are
// common among authors' own (`name`, `status`, `host`, `remove`) are left out, as a text seldom shows whose they are.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const keywords = words(`
  async await break case catch class const constructor continue debugger default delete do else export extends false
  finally for function if import in instanceof let new null return static super switch this throw true try typeof
  undefined var void while yield`);

/** The words of types that are not generic. */
export const primitiveTypes = words("any bigint boolean never number object string symbol unknown");

/** Types with type arguments. */
export const genericTypes = words(`
  Awaited Capitalize ConstructorParameters Exclude Extract InstanceType Lowercase NoInfer NonNullable Omit Parameters
  Partial Pick Readonly Record Required ReturnType ThisParameterType ThisType Uncapitalize Uppercase
  ArrayLike AsyncGenerator AsyncIterable AsyncIterableIterator AsyncIterator Generator Iterable IterableIterator Iterator
  PromiseLike PromiseSettledResult ReadonlyArray ReadonlyMap ReadonlySet`);

export const globals = words(`
  AbortController AbortSignal AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Blob Boolean
  Buffer CustomEvent DOMException DataView Date Error EvalError EventTarget FinalizationRegistry Float32Array Float64Array
  FormData Function Headers HTMLElement Infinity Int16Array Int32Array Int8Array Intl JSON Map Math MutationObserver NaN
  Number Object IntersectionObserver Promise PropertyKey Proxy RangeError ReadableStream ReferenceError Reflect RegExp
  Request ResizeObserver Response Set SharedArrayBuffer String Symbol SyntaxError TextDecoder TextEncoder TypeError
  URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebSocket
  Worker XMLHttpRequest alert atob btoa cancelAnimationFrame clearImmediate clearInterval clearTimeout confirm console
  crypto decodeURI decodeURIComponent document encodeURI encodeURIComponent eval fetch globalThis isFinite isNaN
  localStorage navigator parseFloat parseInt performance process queueMicrotask requestAnimationFrame require
  sessionStorage setImmediate setInterval setTimeout structuredClone window`);

/** What belongs to a global name itself: `Math.max`. */
export const statics: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  `
  AbortSignal abort any timeout
  Array from fromAsync isArray of
  ArrayBuffer isView
  Atomics add and compareExchange exchange isLockFree load notify or store sub wait waitAsync xor
  BigInt asIntN asUintN
  Buffer alloc allocUnsafe byteLength compare concat from isBuffer
  Date UTC now parse
  Error captureStackTrace
  Intl Collator DateTimeFormat DisplayNames ListFormat Locale NumberFormat PluralRules RelativeTimeFormat Segmenter
  JSON parse stringify
  Map groupBy
  Math E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp
  Math expm1 floor fround hypot imul log log10 log1p log2 max min pow random round sign sin sinh sqrt tan tanh trunc
  Number EPSILON MAX_SAFE_INTEGER MAX_VALUE MIN_SAFE_INTEGER MIN_VALUE NEGATIVE_INFINITY NaN POSITIVE_INFINITY isFinite
  Number isInteger isNaN isSafeInteger parseFloat parseInt
  Object assign create defineProperties defineProperty entries freeze fromEntries getOwnPropertyDescriptor
  Object getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols getPrototypeOf groupBy hasOwn is isExtensible
  Object isFrozen isSealed keys preventExtensions seal setPrototypeOf values
  Promise all allSettled any race reject resolve try withResolvers
  Proxy revocable
  Reflect apply construct defineProperty deleteProperty get getOwnPropertyDescriptor getPrototypeOf has isExtensible
  Reflect ownKeys preventExtensions set setPrototypeOf
  RegExp escape
  Response error json redirect
  String fromCharCode fromCodePoint raw
  Symbol asyncDispose asyncIterator dispose for hasInstance isConcatSpreadable iterator keyFor match matchAll replace
  Symbol search species split toPrimitive toStringTag unscopables
  URL canParse createObjectURL parse revokeObjectURL
  console assert clear count countReset debug dir error group groupCollapsed groupEnd info log table time timeEnd timeLog
  console trace warn
  crypto getRandomValues randomUUID subtle
  document addEventListener body createElement getElementById head querySelector querySelectorAll title
  localStorage clear getItem removeItem setItem
  navigator clipboard language languages onLine userAgent
  performance mark measure now
  process arch argv cpuUsage cwd env exit exitCode hrtime memoryUsage nextTick on once pid platform stderr stdin stdout
  process uptime version versions
  sessionStorage clear getItem removeItem setItem
  window addEventListener innerHeight innerWidth removeEventListener
  `
    .trim()
    .split(/\n\s*/)
    .map((line) => line.split(" "))
    .reduce((byName, [name = "", ...members]) => {
      byName.set(name, new Set([...(byName.get(name) ?? []), ...members]));
      return byName;
    }, new Map<string, ReadonlySet<string>>()),
);

/** Methods of the library's objects: `.map()`. */
export const methods = words(`
  abort add addEventListener appendChild apply at bind call catch charAt charCodeAt clear cloneNode closest codePointAt
  concat copyWithin decode delete deref dispatchEvent encode endsWith entries every exec fill filter finally find
  findIndex findLast findLastIndex flat flatMap forEach format formatRange formatToParts get getAll getAttribute getDate
  getDay getElementById getElementsByClassName getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime
  getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMinutes getUTCMonth getUTCSeconds has hasAttribute
  hasOwnProperty includes indexOf insertBefore isPrototypeOf isWellFormed join keys lastIndexOf localeCompare map match
  matchAll next normalize padEnd padStart pop preventDefault push querySelector querySelectorAll reduce reduceRight
  removeAttribute removeChild removeEventListener repeat replace replaceAll replaceChildren resolvedOptions reverse search
  set setAttribute setDate setFullYear setHours setMilliseconds setMinutes setMonth setSeconds setTime setUTCDate
  setUTCFullYear setUTCHours setUTCMonth shift slice some sort splice split startsWith stopPropagation subarray substring
  test then throw toDateString toExponential toFixed toISOString toJSON toLocaleDateString toLocaleLowerCase
  toLocaleString toLocaleTimeString toLocaleUpperCase toLowerCase toPrecision toReversed toSorted toSpliced toString
  toTimeString toUTCString toUpperCase toWellFormed trim trimEnd trimStart unshift valueOf values with
  isDisjointFrom isSubsetOf isSupersetOf symmetricDifference`);

/** Properties of the library's objects: `.length`. */
export const properties = words(`
  byteLength classList firstElementChild groups innerHTML lastElementChild lastIndex length nextElementSibling
  parentElement pathname prototype searchParams size textContent`);

/** Properties of the library's errors, which count only on what a text calls an error. */
export const errorProperties = words("cause code message stack");

/** Properties of an address, which count only on what a text makes a `URL`. */
export const urlProperties = words("hash host hostname href origin password port protocol search username");

/** Words of TypeScript that stand before a declaration or a member. */
export const typeModifiers = words("abstract private protected public readonly override declare accessor");
/** What a type may follow where a value may not. */
export const beforeType = words("| & < as satisfies is keyof extends readonly infer");
/** Operators that are words, behind a value. */
export const wordOperators = words("as satisfies instanceof in of is");
/** What both a type and a value may follow. */
export const beforeEither = words("=> = ( , [ ? : ...");
