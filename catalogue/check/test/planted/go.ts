// Examples of Go with planted faults, and sound ones in each frame.

import type { Planted } from "./planted.ts";

export const plantedGo: readonly Planted[] = [
  {
    name: "a sound program in Go",
    language: "go",
    code: 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("Hello")\n}',
    output: "Hello",
  },
  {
    name: "functions in Go",
    language: "go",
    code: 'type point struct {\n\tx, y int\n}\n\nfunc (p point) String() string {\n\treturn fmt.Sprintf("%d/%d", p.x, p.y)\n}',
    frame: "file",
  },
  {
    name: "a program in Go without its head",
    language: "go",
    code: 'func twice(number int) int {\n\treturn 2 * number\n}\n\nfunc main() {\n\tfmt.Println(twice(4), strings.ToUpper("a"))\n}',
    output: "8 A",
    frame: "file",
  },
  {
    name: "a program in Go with an import of its own",
    language: "go",
    code: 'import "fmt"\n\nfunc main() {\n\tfmt.Println("tea")\n}',
    output: "tea",
    frame: "file",
  },
  {
    name: "statements in Go",
    language: "go",
    code: 'ages := map[string]int{"Kim": 31}\nif age, ok := ages["Kim"]; ok {\n\tfmt.Println(age)\n}',
    output: "31",
    frame: "main",
  },
  {
    name: "Go that waits for its goroutines",
    language: "go",
    code: "var group sync.WaitGroup\nsums := make([]int, 3)\nfor i := range sums {\n\tgroup.Add(1)\n\tgo func(i int) {\n\t\tdefer group.Done()\n\t\tsums[i] = i * i\n\t}(i)\n}\ngroup.Wait()\nfmt.Println(sums)",
    output: "[0 1 4]",
    frame: "main",
  },
  {
    name: "Go with a file of its fixture",
    language: "go",
    code: 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println(area(2))\n}',
    output: "4",
    fixture: { "shapes.go": "package main\n\nfunc area(side int) int {\n\treturn side * side\n}\n" },
  },
  {
    name: "Go that does not parse",
    language: "go",
    code: "age := := 3\nfmt.Println(age)",
    expect: /^syntax: line 1: syntax error/,
  },
  {
    name: "an unused variable in Go",
    language: "go",
    code: 'age := 3\nfmt.Println("a")',
    expect: /^syntax: line 1: age declared but not used/,
  },
  {
    name: "an unused import in Go",
    language: "go",
    code: 'package main\n\nimport "os"\n\nfunc main() {\n}',
    expect: /^syntax: line 3: .*imported and not used/,
  },
  {
    name: "a wrong verb in Go",
    language: "go",
    code: 'fmt.Printf("%d\\n", "a")',
    expect: /^lint: line 1: .*wrong type/,
  },
  {
    name: "unformatted Go",
    language: "go",
    code: "age:=3\nfmt.Println( age )",
    expect: /^format: gofmt: line 1 /,
  },
  {
    name: "Go that panics",
    language: "go",
    code: "var ages []int\nfmt.Println(ages[0])",
    expect: /^run: .*index out of range/s,
  },
  {
    name: "Go that exits with 3",
    language: "go",
    code: "os.Exit(3)",
    expect: /^run: ended with code 3/,
  },
  {
    name: "Go that waits forever",
    language: "go",
    code: "ready := make(chan bool)\n<-ready",
    expect: /^run: .*deadlock/s,
  },
  {
    name: "Go in the order of a map",
    language: "go",
    code: "names := map[int]bool{}\nfor i := 0; i < 50; i++ {\n\tnames[i] = true\n}\nfor name := range names {\n\tfmt.Println(name)\n}",
    expect: /a different text each time/,
  },
  {
    name: "an output of Go with another number",
    language: "go",
    code: "fmt.Println(1 + 2)",
    output: "4",
    expect: /^output: .*line 1/,
  },
];
