// The words of Swift that courses use: keywords, and names of its library.

import { wordSet } from "../../word-set.ts";

export const keywords = wordSet(`
  $0 $1 $2 Any Self _ as as! as? associatedtype async await break case catch class continue default defer deinit do else enum
  extension fallthrough false fileprivate for func guard if import in init init? inout internal is let nil operator private
  protocol public repeat rethrows return self static struct subscript super switch throw throws true try try! try?
  typealias var where while`);

/** Words before a declaration; elsewhere they are names. */
export const modifiers = wordSet(`
  actor any convenience dynamic final indirect infix isolated lazy mutating nonisolated nonmutating open optional override
  postfix prefix required some unowned weak`);

/** Words behind `@`. */
export const attributes = wordSet(`
  Binding Environment MainActor Observable ObservedObject Published State StateObject Test autoclosure available
  discardableResult dynamicCallable dynamicMemberLookup escaping frozen inlinable main objc preconcurrency propertyWrapper
  resultBuilder unknown usableFromInline`);

/** Words behind `#`; `if` and `else` are keywords anyway. */
export const afterHash = wordSet(
  "available colorLiteral column elseif endif error file function line selector warning",
);

/** Words in the braces of a property. */
export const accessors = wordSet("get set willSet didSet");

export const names = wordSet(`
  AnyHashable AnyObject Array ArraySlice Bool CaseIterable Character Codable CodingKey Collection Comparable
  CustomStringConvertible Data Date Decodable DecodingError Dictionary Double Encodable Equatable Error ExpressibleByStringLiteral
  Float Hashable Hasher Identifiable Int Int16 Int32 Int64 Int8 Iterator IteratorProtocol JSONDecoder JSONEncoder
  KeyPath LocalizedError Never Numeric ObservableObject OptionSet Optional Range ClosedRange RawRepresentable Result Sendable
  Sequence Set SignedInteger String StringProtocol Strideable Substring Task TaskGroup UInt UInt16 UInt32 UInt64 UInt8 URL
  UUID Unicode Void BinaryInteger AdditiveArithmetic FloatingPoint DateFormatter FileManager MainActor Foundation
  abs assert assertionFailure dump fatalError max min precondition preconditionFailure print readLine repeatElement
  sequence stride swap type withTaskGroup withThrowingTaskGroup withUnsafePointer zip discardableResult main available escaping
  autoclosure`);

export const members = wordSet(`
  allCases capacity count description endIndex first hashValue indices isEmpty isLetter isLowercase isNumber isNewline
  isPunctuation isUppercase isWhitespace keys last lazy localizedDescription lowerBound magnitude max min none rawValue
  shared some startIndex underestimatedCount upperBound utf8 values wholeNumberValue zero pi
  allSatisfy() addTask() append() cancel() compactMap() contains() components() count() decode() distance() dropFirst()
  dropLast() drop() elementsEqual() encode() enumerated() failure() filter() first() firstIndex() flatMap() forEach()
  formIndex() formatted() get() hasPrefix() hasSuffix() hash() index() init() insert() intersection() isSubset()
  isMultiple() isSuperset() joined() last() lastIndex() lowercased() makeIterator() map() mapValues() max() merge()
  merging() min() next() partition() popLast() prefix() randomElement() reduce() remove() removeAll() removeFirst()
  removeLast() removeValue() replacingOccurrences() reserveCapacity() reverse() reversed() rounded() round() shuffle()
  shuffled() sleep() sort() sorted() split() squareRoot() starts() subtracting() success() suffix() swapAt() symmetricDifference()
  toggle() trimmingCharacters() trimmingPrefix() union() updateValue() uppercased() write() zip()`);

/** Labels of arguments, in calls of functions of the library. */
export const labels = wordSet(`
  after at before by contentsOf default format for forKey from in into isIncluded maxSplits of offset offsetBy on repeating
  separatedBy separator terminator through to uniqueKeysWithValues uniquingKeysWith using where with while`);
