// The words of Ruby that courses use: keywords, and names of its library.

import { wordSet } from "../../word-set.ts";

export const keywords = wordSet(`
  _1 _2 __FILE__ __LINE__ __dir__ __method__ alias and begin break case class def defined? do else elsif end ensure
  false for if in module next nil not or redo rescue retry return self super then true undef unless until when while
  yield
  BEGIN END`);

/** Functions and classes that stand alone. */
export const names = wordSet(`
  abort alias_method at_exit attr_accessor attr_reader attr_writer binding block_given? caller catch define_method
  enum_for exit extend format freeze gets include instance_variable_get instance_variable_set lambda loop
  module_function p pp prepend print printf private private_class_method private_constant proc protected public
  public_class_method putc puts raise rand require require_relative sleep sprintf srand throw to_enum warn
  ARGV ArgumentError Array BasicObject CSV Class Comparable Complex Data Date Dir ENV Encoding Enumerable Enumerator
  Errno Exception Fiber File FileUtils Float FloatDomainError FrozenError Hash IO IOError IndexError Integer JSON Kernel
  KeyError LocalJumpError Marshal MatchData Math Method Module Mutex NameError NoMatchingPatternError
  NoMatchingPatternKeyError NoMethodError NotImplementedError Object ObjectSpace OpenStruct Pathname Proc Process Queue
  Random Range RangeError Rational Regexp RuntimeError ScriptError SecureRandom Set SignalException StandardError
  StopIteration String StringIO Struct Symbol SystemCallError SystemExit Thread Time TypeError UncaughtThrowError YAML
  ZeroDivisionError`);

/** Methods that Ruby and its library call: an author defines them and does not choose their names. */
export const hooks = wordSet(`
  coerce deconstruct deconstruct_keys each eql? extended hash included inherited initialize initialize_copy inspect
  method_missing respond_to_missing? to_a to_h to_proc to_s to_str`);

export const globals = wordSet("stdout stderr stdin PROGRAM_NAME 0 LOAD_PATH");

export const members = wordSet(`
  abs all? ancestors any? append arity assoc backtrace backtrace_locations between? bit_length bsearch bytes bytesize
  call capitalize capitalize! captures casecmp casecmp? ceil ceildiv center chars chomp chomp! chop chunk_while clamp
  class clear close coerce collect collect_concat combination compact compact! concat const_get count cover? curry cycle
  deconstruct deconstruct_keys define_singleton_method delete delete! delete_at delete_if delete_prefix delete_suffix
  detect difference dig digits disjoint? divmod downcase downcase! downto drop drop_while dup each each_byte each_char
  each_cons each_entry each_index each_key each_line each_pair each_slice each_value each_with_index each_with_object
  empty? encode encoding end_with? entries eof? eql? equal? even? except exist? extend fdiv fetch fetch_values fill
  filter filter_map find find_all find_index finite? first flat_map flatten flatten! floor force force_encoding freeze
  frozen? full_message gcd group_by gsub gsub! has_key? has_value? hash hex include? index infinite? inject insert
  inspect instance_methods instance_of? instance_variable_get instance_variable_set instance_variables integer?
  intersect? intersection invert is_a? iso8601 itself join keep_if key? keys kind_of? lambda? last lazy lcm length lines
  ljust lstrip lstrip! map map! match match? max max_by members merge merge! message method methods min min_by minmax
  minmax_by modulo named_captures nan? negative? new next nil? none? nonzero? object_id oct odd? one? ord pack
  parameters parse partition permutation pop positive? pow pred prepend print product public_send push puts read
  readlines reduce reject reject! remainder respond_to? rest reverse reverse! reverse_each rindex rjust rotate round
  rpartition rstrip rstrip! sample scan scrub select select! send shift shuffle shuffle! singleton_class size slice
  slice! slice_when sort sort! sort_by sort_by! source_location split sqrt squeeze squeeze! start_with? step strftime
  strip strip! sub sub! subset? succ sum superclass superset? swapcase swapcase! take take_while tally tap then times
  to_a to_c to_f to_h to_i to_proc to_r to_s to_set to_str to_sym tr tr_s transform_keys transform_keys!
  transform_values transform_values! transpose truncate unicode_normalize union uniq uniq! unpack1 unshift upcase
  upcase! update upto valid_encoding? value? values values_at with with_index with_object write yield_self zero? zip`);

export const paths = wordSet(`
  Math::PI Math.sqrt Struct.new Data.define Time.now File.read File.open File.write File.exist? Comparable.clamp
  Hash.new Array.new String.new Set.new Class.new Module.new Proc.new Thread.new Enumerator.new Regexp.escape JSON.parse
  JSON.generate Kernel.format Float::INFINITY Process.clock_gettime ENV.fetch`);
