// Examples of Rust with planted faults, and sound ones in each frame.

import type { Planted } from "./planted.ts";

export const plantedRust: readonly Planted[] = [
  {
    name: "a sound program in Rust",
    language: "rust",
    code: 'fn main() {\n    let name = "Kim";\n    println!("Hello, {name}");\n}',
    output: "Hello, Kim",
  },
  {
    name: "a sound program in Rust with a use of its own",
    language: "rust",
    code: 'use std::collections::HashMap;\n\nfn main() {\n    let ages = HashMap::from([("Kim", 31)]);\n    println!("{:?}", ages.get("Kim"));\n}',
    output: "Some(31)",
  },
  {
    name: "items in Rust",
    language: "rust",
    code: 'struct Point {\n    x: i32,\n    y: i32,\n}\n\nimpl fmt::Display for Point {\n    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {\n        write!(f, "{}/{}", self.x, self.y)\n    }\n}',
    frame: "file",
  },
  {
    name: "a program in Rust that needs the usual uses",
    language: "rust",
    code: 'fn count(words: &[&str]) -> BTreeMap<char, usize> {\n    let mut counts = BTreeMap::new();\n    for first in words.iter().flat_map(|w| w.chars()) {\n        *counts.entry(first).or_insert(0) += 1;\n    }\n    counts\n}\n\nfn main() {\n    println!("{:?}", count(&["tea"]));\n}',
    output: "{'a': 1, 'e': 1, 't': 1}",
    frame: "file",
  },
  {
    name: "statements in Rust",
    language: "rust",
    code: 'let ages = vec![31, 12];\nlet adults: Vec<_> =\n    ages.iter().filter(|&&age| age >= 18).collect();\nlet Some(first) = adults.first() else {\n    return;\n};\nprintln!("{first}");',
    output: "31",
    frame: "main",
  },
  {
    name: "statements in Rust that may fail",
    language: "rust",
    code: 'let age: u32 = "31".parse()?;\nprintln!("{}", age + 1);',
    output: "32",
    frame: "main",
  },
  {
    name: "Rust with a sound test",
    language: "rust",
    code: "fn twice(number: i32) -> i32 {\n    2 * number\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn doubles() {\n        assert_eq!(twice(4), 8);\n    }\n}",
    frame: "file",
  },
  {
    name: "Rust with a test that fails",
    language: "rust",
    code: "fn twice(number: i32) -> i32 {\n    2 * number\n}\n\n#[test]\nfn doubles() {\n    assert_eq!(twice(4), 9);\n}",
    expect: /^test: .*panicked/s,
  },
  {
    name: "Rust with a module of its fixture",
    language: "rust",
    code: 'mod shapes;\n\nfn main() {\n    println!("{}", shapes::area(2));\n}',
    output: "4",
    fixture: { "shapes.rs": "pub fn area(side: i32) -> i32 {\n    side * side\n}\n" },
  },
  {
    name: "Rust that does not parse",
    language: "rust",
    code: 'let age = ;\nprintln!("{age}");',
    expect: /^syntax: line 1: expected expression/,
  },
  {
    name: "a value that has moved",
    language: "rust",
    code: 'let name = String::from("Kim");\nlet other = name;\nprintln!("{name} {other}");',
    expect: /^syntax: line 3: borrow of moved value.*E0382/,
  },
  {
    name: "an unused variable in Rust",
    language: "rust",
    code: 'let age = 3;\nprintln!("a");',
    expect: /^syntax: line 1: unused variable/,
  },
  {
    name: "a function in Rust that nothing calls",
    language: "rust",
    code: 'fn twice(n: i32) -> i32 {\n    2 * n\n}\n\nfn main() {\n    println!("a");\n}',
    expect: /^syntax: line 1: function `twice` is never used/,
  },
  {
    name: "a return that Rust does not need",
    language: "rust",
    code: 'fn twice(n: i32) -> i32 {\n    return 2 * n;\n}\n\nfn main() {\n    println!("{}", twice(4));\n}',
    expect: /^lint: line 2: unneeded `return`/,
  },
  {
    name: "unformatted Rust",
    language: "rust",
    code: 'let age=3;\nprintln!( "{age}" );',
    expect: /^format: rustfmt: line 1 /,
  },
  {
    name: "an unformatted program in Rust",
    language: "rust",
    code: 'fn main() {\n  println!("a");\n}',
    expect: /^format: rustfmt: line 2 /,
  },
  {
    name: "Rust that panics",
    language: "rust",
    code: 'let ages: Vec<i32> = Vec::new();\nprintln!("{}", ages[0]);',
    expect: /^run: .*index out of bounds/s,
  },
  {
    name: "Rust that exits with 3",
    language: "rust",
    code: "std::process::exit(3);",
    expect: /^run: ended with code 3/,
  },
  {
    name: "Rust in the order of a map",
    language: "rust",
    code: 'let names: HashSet<i32> = (0..50).collect();\nprintln!("{names:?}");',
    expect: /a different text each time/,
  },
  {
    name: "an output of Rust with another number",
    language: "rust",
    code: 'println!("{}", 1 + 2);',
    output: "4",
    expect: /^output: .*line 1/,
  },
];
