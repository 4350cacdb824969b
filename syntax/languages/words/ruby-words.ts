// The words of Ruby that courses use: keywords, and names of its library.

import { wordSet } from "../../word-set.ts";

export const keywords = wordSet(`
  _1 _2 __FILE__ __method__ alias and begin break case class def defined? do else elsif end ensure false for if in module next nil
  not or redo rescue retry return self super then true undef unless until when while yield`);

/** Functions and classes that stand alone. */
export const names = wordSet(`
  abort alias_method at_exit attr_accessor attr_reader attr_writer binding block_given? caller catch define_method exit extend
  format freeze gets include initialize lambda loop module_function p pp prepend print printf private private_constant proc protected
  public putc puts raise rand require require_relative sleep sprintf srand throw warn
  ArgumentError Array BasicObject Class Comparable Complex Data Date Dir Encoding Enumerable Enumerator Errno Exception
  Fiber File FloatDomainError FrozenError Hash IO IOError IndexError Integer Float JSON Kernel KeyError LocalJumpError Marshal
  MatchData Math Method Module Mutex NameError NoMatchingPatternError NoMatchingPatternKeyError NoMethodError
  NotImplementedError Object ObjectSpace OpenStruct Pathname Proc Process Queue Random Range RangeError Rational Regexp
  RuntimeError ScriptError SecureRandom Set StandardError StopIteration String StringIO Struct Symbol SystemExit Thread Time
  TypeError ZeroDivisionError ENV ARGV`);

export const globals = wordSet("stdout stderr stdin PROGRAM_NAME 0 LOAD_PATH");

export const members = wordSet(`
  abs all? any? append arity captures close named_captures print puts read readlines write backtrace between? bytes call capitalize ceil center chars chomp chop chunk_while clamp class
  clear collect combination compact compact! concat count cover? curry cycle deconstruct deconstruct_keys delete delete_at
  delete_if detect dig digits divmod downcase downcase! downto drop drop_while dup each each_char each_cons
  each_entry each_key each_line each_pair each_slice each_value each_with_index each_with_object empty? end_with? entries
  eql? equal? even? except exist? extend fetch fetch_values fill filter filter_map find find_all find_index finite? first
  flat_map flatten floor force freeze frozen? full_message gcd group_by gsub gsub! has_key? has_value? hash include? index
  inject insert inspect instance_of? instance_variable_get invert is_a? itself join keep_if key? keys kind_of? lambda?
  last lazy lcm length lines ljust lstrip map map! match match? max max_by members merge merge! message method methods
  min min_by minmax negative? new next nil? none? nonzero? object_id odd? one? ord parameters parse partition
  permutation pop positive? pow pred product public_send push reduce reject reject! respond_to? rest reverse reverse!
  reverse_each rindex rjust rotate round rstrip sample scan select select! send shift shuffle size slice slice_when sort
  sort! sort_by sort_by! split sqrt squeeze start_with? step strip strip! sub sub! succ sum superclass swapcase take
  take_while tally tap then times to_a to_f to_h to_i to_proc to_r to_s to_set to_str to_sym tr transform_keys
  transform_values transpose truncate union uniq uniq! unshift upcase upcase! update upto value? values values_at with
  with_index with_object yield_self zero? zip`);

export const paths = wordSet(`
  Math::PI Math.sqrt Struct.new Data.define Time.now File.read File.open File.write File.exist? Comparable.clamp
  Hash.new Array.new String.new Set.new Class.new Module.new Proc.new Thread.new Enumerator.new Regexp.escape JSON.parse
  JSON.generate Kernel.format Float::INFINITY Process.clock_gettime ENV.fetch`);
