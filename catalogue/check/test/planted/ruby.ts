// Examples of Ruby with planted faults, and sound ones.

import type { Planted } from "./planted.ts";

export const plantedRuby: readonly Planted[] = [
  {
    name: "sound Ruby",
    language: "ruby",
    code: "def twice(number)\n  2 * number\nend\n\nputs twice(4)",
    output: "8",
  },
  {
    name: "a class, a chain and a pattern",
    language: "ruby",
    code: 'Point = Struct.new(:x, :y)\n\nclass Shape\n  include Comparable\n  attr_reader :corners\n\n  def initialize(corners)\n    @corners = corners\n  end\n\n  def <=>(other)\n    corners.size <=> other.corners.size\n  end\nend\n\nshape = Shape.new([Point.new(1, 2), Point.new(3, 4)])\nsums = shape.corners\n  .map { |corner| corner.x + corner.y }\n  .select(&:odd?)\ncase sums\nin [first, *]\n  puts "first: #{first}"\nend',
    output: "first: 3",
  },
  {
    name: "Ruby with a file of its fixture",
    language: "ruby",
    code: 'require_relative "shapes"\n\nputs area(2)',
    output: "4",
    fixture: { "shapes.rb": "def area(side)\n  side * side\nend\n" },
  },
  {
    name: "Ruby that does not parse",
    language: "ruby",
    code: 'if true\n  puts "a"',
    expect: /^syntax: .*syntax error/s,
  },
  {
    name: "an unused variable in Ruby",
    language: "ruby",
    code: 'age = 3\nputs "a"',
    expect: /^syntax: .*unused variable|^lint: line 1: Useless assignment/s,
  },
  {
    name: "a condition that assigns",
    language: "ruby",
    code: 'age = 1\nputs "a" if age = 3',
    expect: /^syntax: .*should be ==/s,
  },
  {
    name: "unformatted Ruby",
    language: "ruby",
    code: "ages = [1,2]\nputs ages.sum",
    expect: /^lint: line 1: Space missing after comma/,
  },
  {
    name: "Ruby in another style",
    language: "ruby",
    code: "ages = [1, 2]\nfor age in ages do\n  puts age\nend",
    expect: /^lint: line 2: .*Style\/For/,
  },
  {
    name: "Ruby that raises",
    language: "ruby",
    code: 'raise ArgumentError, "no"',
    expect: /^run: .*ArgumentError/s,
  },
  {
    name: "Ruby that exits with 3",
    language: "ruby",
    code: "exit 3",
    expect: /^run: ended with code 3/,
  },
  {
    name: "Ruby that warns",
    language: "ruby",
    code: 'warn "oops"',
    expect: /wrote to stderr/,
  },
  {
    name: "Ruby with chance",
    language: "ruby",
    code: "puts Random.rand",
    expect: /a different text each time/,
  },
  {
    name: "an output of Ruby with another number",
    language: "ruby",
    code: "puts 1 + 2",
    output: "4",
    expect: /^output: .*line 1/,
  },
];
