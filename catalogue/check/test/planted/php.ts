// Examples of PHP with planted faults, and sound ones with and without the opening tag.

import type { Planted } from "./planted.ts";

export const plantedPhp: readonly Planted[] = [
  {
    name: "sound PHP",
    language: "php",
    code: "function twice(int $number): int\n{\n    return 2 * $number;\n}\n\necho twice(4), PHP_EOL;",
    output: "8",
    frame: "<?php",
  },
  {
    name: "classes, an enum and a match",
    language: "php",
    code: "enum Level: int\n{\n    case Low = 1;\n    case High = 2;\n\n    public function label(): string\n    {\n        return match ($this) {\n            self::Low => 'low',\n            self::High => 'high',\n        };\n    }\n}\n\nfinal class Task\n{\n    public function __construct(\n        public readonly string $title,\n        private Level $level = Level::Low,\n    ) {\n    }\n\n    public function text(): string\n    {\n        return \"$this->title: {$this->level->label()}\";\n    }\n}\n\necho (new Task('Tea', Level::High))->text(), PHP_EOL;",
    output: "Tea: high",
    frame: "<?php",
  },
  {
    name: "a template",
    language: "php",
    code: "<?php $names = ['Kim', 'Lee']; ?>\n<ul>\n    <?php foreach ($names as $name) : ?>\n    <li><?= htmlspecialchars($name) ?></li>\n    <?php endforeach; ?>\n</ul>",
    output: "<ul>\n        <li>Kim</li>\n        <li>Lee</li>\n    </ul>",
  },
  {
    name: "PHP with a database",
    language: "php",
    code: "$pdo = new PDO('sqlite::memory:');\n$pdo->exec('CREATE TABLE item (name TEXT)');\n$insert = $pdo->prepare('INSERT INTO item VALUES (?)');\n$insert->execute(['pen']);\nforeach ($pdo->query('SELECT name FROM item') as $row) {\n    echo $row['name'], PHP_EOL;\n}",
    output: "pen",
    frame: "<?php",
  },
  {
    name: "a namespace",
    language: "php",
    code: "namespace Shop;\n\nuse InvalidArgumentException;\n\nfunction price(int $cents): string\n{\n    if ($cents < 0) {\n        throw new InvalidArgumentException('below zero');\n    }\n    return sprintf('%.2f', $cents / 100);\n}\n\necho price(250), \"\\n\";",
    output: "2.50",
    frame: "<?php",
  },
  {
    name: "PHP with a file of its fixture",
    language: "php",
    code: "require 'shapes.php';\n\necho area(2), PHP_EOL;",
    output: "4",
    frame: "<?php",
    fixture: { "shapes.php": "<?php\n\nfunction area(int $side): int\n{\n    return $side * $side;\n}\n" },
  },
  {
    name: "PHP that does not parse",
    language: "php",
    code: "$age = 3\necho $age;",
    expect: /^syntax: line 2: .*syntax error/,
  },
  {
    name: "a variable of PHP that is not there",
    language: "php",
    code: "echo $age, PHP_EOL;",
    expect: /^run: .*Undefined variable/s,
  },
  {
    name: "a deprecated call in PHP",
    language: "php",
    code: 'echo utf8_encode("a"), PHP_EOL;',
    expect: /^run: .*deprecated/s,
  },
  {
    name: "a wrong type in PHP",
    language: "php",
    code: "function twice(int $number): int\n{\n    return 2 * $number;\n}\n\necho twice('4'), PHP_EOL;",
    expect: /^run: .*TypeError/s,
  },
  {
    name: "unformatted PHP",
    language: "php",
    code: "function twice(int $number): int {\n    return 2*$number;\n}\n\necho twice(4), PHP_EOL;",
    expect: /^lint: line 1: Opening brace/,
  },
  {
    name: "PHP that throws",
    language: "php",
    code: "throw new RuntimeException('no');",
    expect: /^run: .*RuntimeException/s,
  },
  {
    name: "PHP that exits with 3",
    language: "php",
    code: "exit(3);",
    expect: /^run: ended with code 3/,
  },
  {
    name: "an output of PHP with another number",
    language: "php",
    code: "echo 1 + 2, PHP_EOL;",
    output: "4",
    expect: /^output: .*line 1/,
  },
];
