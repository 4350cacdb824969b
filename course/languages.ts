// The languages of examples that have colours. Another word of the same form is allowed: its code has no colours, and a
// file with it gets a warning.

export type Language = { readonly id: string; readonly name: string; readonly aliases: readonly string[] };

// id | name | aliases
const table = `
text | Plain text | plain plaintext txt
ada | Ada |
apex | Apex |
asm | Assembly | assembly nasm
astro | Astro |
awk | Awk | gawk
bash | Bash | sh shell shellscript shell-script
batch | Batch file | bat cmd
c | C |
clojure | Clojure | clj cljs
cmake | CMake |
cobol | COBOL |
coffeescript | CoffeeScript | coffee
cpp | C++ | c++ cc cxx hpp c-plus-plus cplusplus
crystal | Crystal |
csharp | C# | c# cs c-sharp
css | CSS |
csv | CSV |
cypher | Cypher |
d | D | dlang
dart | Dart |
diff | Diff | patch
dockerfile | Dockerfile | docker
elixir | Elixir | ex exs
elm | Elm |
erlang | Erlang | erl
fish | Fish |
fortran | Fortran | f90 f95
fsharp | F# | f# fs f-sharp
gdscript | GDScript |
gleam | Gleam |
glsl | GLSL |
go | Go | golang
graphql | GraphQL | gql
groovy | Groovy |
haml | Haml |
handlebars | Handlebars | hbs
haskell | Haskell | hs
hcl | HCL | terraform tf
html | HTML | htm
http | HTTP |
ini | INI | properties
java | Java |
javascript | JavaScript | js mjs cjs node ecmascript
json | JSON |
json5 | JSON5 |
jsonc | JSON with comments |
jsx | JSX |
julia | Julia | jl
kotlin | Kotlin | kt kts
latex | LaTeX | tex
less | Less |
lisp | Lisp | common-lisp
lua | Lua |
makefile | Makefile | make mk
markdown | Markdown | md
matlab | MATLAB |
mermaid | Mermaid |
mysql | MySQL |
nginx | nginx |
nim | Nim |
nix | Nix |
objective-c | Objective-C | objc objectivec obj-c
ocaml | OCaml | ml
pascal | Pascal | delphi
perl | Perl | pl
php | PHP |
plsql | PL/SQL |
postgresql | PostgreSQL | postgres pgsql
powershell | PowerShell | ps1 ps pwsh
prisma | Prisma |
prolog | Prolog |
protobuf | Protocol Buffers | proto
pug | Pug | jade
python | Python | py python3 py3
r | R |
racket | Racket | rkt
regex | Regular expressions | regexp
ruby | Ruby | rb
rust | Rust | rs
sass | Sass |
scala | Scala |
scheme | Scheme | scm
scss | SCSS |
smalltalk | Smalltalk |
solidity | Solidity | sol
sql | SQL |
sqlite | SQLite | sqlite3
svelte | Svelte |
swift | Swift |
systemverilog | SystemVerilog | sv
tcl | Tcl |
toml | TOML |
tsx | TSX |
typescript | TypeScript | ts mts cts
vb | Visual Basic | vbnet visual-basic
verilog | Verilog |
vhdl | VHDL |
vim | Vim script | viml vimscript
vue | Vue |
wat | WebAssembly text | wasm
xml | XML | svg
yaml | YAML | yml
zig | Zig |
zsh | Zsh |
`;

export const languages: readonly Language[] = table
  .trim()
  .split("\n")
  .map((line) => {
    const [id = "", name = "", aliases = ""] = line.split("|").map((part) => part.trim());
    return { id, name, aliases: aliases === "" ? [] : aliases.split(" ") };
  });

const byId = new Map(languages.map((language) => [language.id, language]));
const idOfAlias = new Map(
  languages.flatMap(({ id, aliases }) => aliases.map((alias) => [alias, id] as const)),
);

/** The id of a language for a word in lower case: `typescript` for `ts`. A word that is not an alias is its own id. */
export function languageId(word: string): string {
  return idOfAlias.get(word) ?? word;
}

export function isKnownLanguage(id: string): boolean {
  return byId.has(id);
}
