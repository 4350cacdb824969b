// Examples of Java with planted faults, and sound ones in each frame.

import type { Planted } from "./planted.ts";

export const plantedJava: readonly Planted[] = [
  {
    name: "a sound program in Java",
    language: "java",
    code: 'class Greeting {\n    public static void main(String[] args) {\n        System.out.println("Hello");\n    }\n}',
    output: "Hello",
  },
  {
    name: "a sound public type that does not run",
    language: "java",
    code: 'public record Point(int x, int y) {\n    public Point {\n        if (x < 0) {\n            throw new IllegalArgumentException("x");\n        }\n    }\n}',
  },
  {
    name: "types that need the usual imports",
    language: "java",
    code: "record Team(String name, List<String> members) {\n    int size() {\n        return members.size();\n    }\n}",
    frame: "file",
  },
  {
    name: "methods in Java",
    language: "java",
    code: "static int twice(int number) {\n    return 2 * number;\n}\n\nstatic <T> T first(List<T> items) {\n    return items.get(0);\n}",
    frame: "class",
  },
  {
    name: "a program in Java without its class",
    language: "java",
    code: "static int twice(int number) {\n    return 2 * number;\n}\n\npublic static void main(String[] args) {\n    System.out.println(twice(4));\n}",
    output: "8",
    frame: "class",
  },
  {
    name: "statements in Java",
    language: "java",
    code: 'var ages = new HashMap<String, Integer>();\nages.put("Kim", 31);\nfor (var age : ages.values()) {\n    System.out.println(age + 1);\n}',
    output: "32",
    frame: "main",
  },
  {
    name: "a method, then statements",
    language: "java",
    code: "static boolean isAdult(int age) {\n    return age >= 18;\n}\n\nint[] ages = {12, 31};\nfor (int age : ages) {\n    System.out.println(isAdult(age));\n}",
    output: "false\ntrue",
    frame: "class and main",
  },
  {
    name: "sealed types, then statements",
    language: "java",
    code: "sealed interface Shape permits Circle, Square {}\n\nrecord Circle(double radius) implements Shape {}\n\nrecord Square(int side) implements Shape {}\n\nstatic double area(Shape shape) {\n    if (shape instanceof Circle circle) {\n        return 3 * circle.radius() * circle.radius();\n    }\n    return 0;\n}\n\nSystem.out.println(area(new Circle(2)));",
    output: "12.0",
    frame: "class and main",
  },
  {
    name: "a switch expression, a chain and a text block",
    language: "java",
    code: 'enum Level { LOW, HIGH }\n\nvar size = switch (Level.HIGH) {\n    case LOW -> 1;\n    case HIGH -> {\n        int base = 2;\n        yield base * 2;\n    }\n};\nvar text = """\n    {\n      "size": %d\n    }\n    """;\nStream.of(text.formatted(size).split("\\n"))\n    .map(String::strip)\n    .forEach(System.out::println);',
    output: '{\n"size": 4\n}',
    frame: "main",
  },
  {
    name: "an import of its own",
    language: "java",
    code: "import java.time.LocalDate;\n\nvar day = LocalDate.of(2026, 1, 5);\nSystem.out.println(day.getDayOfWeek());",
    output: "MONDAY",
    frame: "main",
  },
  {
    name: "an import that is missing beside another",
    language: "java",
    code: "import java.time.LocalDate;\n\nList<LocalDate> days = List.of();\nSystem.out.println(days);",
    expect: /^syntax: line 3: cannot find symbol/,
  },
  {
    name: "Java with a class of its fixture",
    language: "java",
    code: "System.out.println(Shapes.area(2));",
    output: "4",
    frame: "main",
    fixture: {
      "Shapes.java":
        "class Shapes {\n    static int area(int side) {\n        return side * side;\n    }\n}\n",
    },
  },
  {
    name: "Java that does not parse",
    language: "java",
    code: "int size = ;\nSystem.out.println(size);",
    expect: /^syntax: line 1: illegal start of expression/,
  },
  {
    name: "wrong types in Java",
    language: "java",
    code: "String name = 3;\nSystem.out.println(name);",
    expect: /^syntax: line 1: incompatible types/,
  },
  {
    name: "a raw type",
    language: "java",
    code: 'List names = List.of("Kim");\nSystem.out.println(names);',
    expect: /^syntax: line 1: .*raw type/,
  },
  {
    name: "a fall through",
    language: "java",
    code: 'int day = 6;\nswitch (day) {\n    case 6:\n        System.out.println("a");\n    default:\n        System.out.println("b");\n}',
    expect: /^syntax: .*fall-through/,
  },
  {
    name: "unformatted Java",
    language: "java",
    code: "int size=3;\nSystem.out.println( size );",
    expect: /^format: clang-format: line 1 /,
  },
  {
    name: "Java in 61 columns",
    language: "java",
    code: 'var text = "a long text " + "and a second one " + "and 3";\nSystem.out.println(text + " and more " + text.length() + 1);',
    expect: /^format: /,
  },
  {
    name: "Java that throws",
    language: "java",
    code: 'throw new IllegalStateException("no");',
    expect: /^run: .*IllegalStateException/s,
  },
  {
    name: "Java that exits with 3",
    language: "java",
    code: "System.exit(3);",
    expect: /^run: ended with code 3/,
  },
  {
    name: "Java that reads the clock",
    language: "java",
    code: "System.out.println(System.nanoTime());",
    expect: /a different text each time/,
  },
  {
    name: "an output of Java with another number",
    language: "java",
    code: "System.out.println(1 + 2);",
    output: "4",
    expect: /^output: .*line 1/,
  },
];
