// The names of signs as a person says them. A word is its own name; a form has none.

const names: ReadonlyMap<string, string> = new Map(
  `
!  not
!!  not null
!=  not equal
!==  strictly not equal
!~  does not match
#  hash
#[ ]  attribute
#{ }  hole
$  dollar
\${ }  hole
{$ }  hole
\\( )  hole
\\#( )  hole
f"{ }"  hole
{}  hole
%  percent
%=  percent equals
%%  percent sign
?x  character
%( )  text in parentheses
%w[ ]  list of words
%i[ ]  list of symbols
&  ampersand
&&  and
&&=  and equals
&.  safe navigation
&:  ampersand and colon
&=  ampersand equals
&^  and not
&^=  and not equals
&+  wrapping plus
&-  wrapping minus
&*  wrapping times
' '  single quotes
'a  lifetime
'_  unnamed lifetime
" "  double quotes
""" """  triple quotes
''' '''  triple single quotes
\` \`  backticks
( )  parentheses
[ ]  brackets
{ }  braces
< >  angle brackets
*  star
**  power
**=  power equals
*=  star equals
+  plus
++  increment
@=  matrix times equals
+=  plus equals
,  comma
-  minus
--  decrement
-=  minus equals
->  thin arrow
->*  pointer to member
.  dot
..  two dots
..<  half-open range
..=  inclusive range
...  three dots
.=  dot equals
/  slash
/ /  pattern
/* */  block comment
/** */  documentation comment
//  line comment
///  documentation comment
//!  inner documentation comment
/=  slash equals
//=  double slash equals
:  colon
::  double colon
:=  colon equals
:x  symbol
x:  key
;  semicolon
<  less than
<-  left arrow
<<  double less than
<<=  double less than equals
<<<  heredoc
<<~  heredoc
<<-  heredoc
<=  less than or equal
<=>  three-way comparison
<>  not equal
<?=  short echo tag
=  equals
==  equal
===  strictly equal
=>  arrow
=~  matches
~=  matches
>  greater than
>=  greater than or equal
>>  double greater than
>>=  double greater than equals
>>>  triple greater than
>>>=  triple greater than equals
?  question mark
?->  null-safe arrow
?.  optional chaining
?:  Elvis
?>  closing tag
??  nullish coalescing
??=  nullish coalescing equals
@  at
@@  double at
\\  backslash
^  caret
^=  caret equals
|  bar
|=  bar equals
|>  pipe
||  or
||=  or equals
~  tilde
_  underscore
##  double hash
{{  doubled brace
}}  doubled brace
""  doubled quote
''  doubled single quote
\\n  new line
\\t  tab
\\r  carriage return
\\0  zero character
\\\\  escaped backslash
\\"  escaped double quote
\\'  escaped single quote
\\\`  escaped backtick
\\$  escaped dollar
\\x  hexadecimal escape
\\u  Unicode escape
\\u{ }  Unicode escape
\\b  backspace
\\e  escape character
\\a  bell
\\f  form feed
\\v  vertical tab
0x  hexadecimal number
0b  binary number
0o  octal number
1_000  digit separator
1'000  digit separator
1n  big integer
->>  arrow to text
@>  contains
<@  is contained in
$$ $$  dollar quotes
E' '  escape text
LIKE %  any text
LIKE _  any character
\\N  named character
\\ at the end of a line  line continuation
indent  indentation
#!  shebang
$( )  command substitution
$(( ))  arithmetic expansion
<( )  process substitution
>( )  process substitution
(( ))  arithmetic
[[ ]]  test
for (( ))  counting loop
f() { }  function
$name  variable
$?  exit status
$#  number of arguments
$@  all arguments
$*  arguments as one
$$  process number
$!  last process
\${x}  variable in braces
\${!x}  indirect variable
\${#x}  length
\${x[n]}  element
\${x[@]}  all elements
\${x[*]}  elements as one
\${#x[@]}  number of elements
\${!x[@]}  keys
\${!x[*]}  keys as one
\${x:-y}  default value
\${x:=y}  assigned default
\${x:?y}  required value
\${x:+y}  alternative value
\${x#y}  without shortest start
\${x##y}  without longest start
\${x%y}  without shortest end
\${x%%y}  without longest end
\${x/a/b}  first replaced
\${x//a/b}  all replaced
\${x:n:n}  part of text
\${x^}  first capital
\${x^^}  all capitals
\${x,}  first small
\${x,,}  all small
\${x@Q}  quoted value
x~n  ancestor
x^n  parent
x..y  range of commits
x...y  changes since a common commit
x:y  colon between names
x@{ }  earlier state
@{u}  upstream branch
@{upstream}  upstream branch
@{push}  branch for pushing
git %C( )  color in a format
name=  assignment
name+=  appending assignment
name=( )  array
name+=( )  appending to array
name[ ]=  element assignment
[ ]=  key of element
\\ before a symbol  escaping backslash
{a,b}  brace list
{a..b}  brace range
[ ] in a pattern  character class
? in a pattern  any character
pattern)  case pattern
pattern | pattern  either pattern
;;  end of case
;&  fall through
;;&  next pattern
&>  output and errors to file
&>>  output and errors appended
>&2  to errors
2>  errors to file
2>>  errors appended
2>&1  errors to output
|&  pipe with errors
<<EOF  here document
<<'EOF'  literal here document
<<"EOF"  literal here document
<<-EOF  indented here document
<<-'EOF'  literal indented here document
<<-"EOF"  literal indented here document
<!doctype>  document type
<!-- -->  comment
</ >  closing tag
/>  end of empty element
=" "  value in double quotes
=' '  value in single quotes
&# ;  numbered character
.class  class selector
#id  id selector
#rgb  hexadecimal colour
[attribute]  attribute selector
selector >  child selector
selector +  next sibling selector
selector ~  sibling selector
selector ,  selector list
selector *  any element
selector &  nesting selector
--name  custom property
-1  minus sign
0.5  decimal point
value ,  comma in value
value /  slash in value
value *  times in value
value + or -  plus or minus in value
\\2713  numbered escape
regex ^  start
regex $  end
regex .  any character
regex \\d  digit
regex \\D  no digit
regex \\w  word character
regex \\W  no word character
regex \\s  white space
regex \\S  no white space
regex \\b  word boundary
regex \\1  back reference
regex \\k<name>  named back reference
regex [ ]  character class
regex [^ ]  negated character class
regex -  range
regex ( )  group
regex (?: )  group without number
regex (?P=name)  named back reference
regex (?<name> )  named group
regex (?= )  lookahead
regex (?! )  negative lookahead
regex (?<= )  lookbehind
regex (?<! )  negative lookbehind
regex {n}  exact repetition
regex {n,}  least repetition
regex {n,m}  bounded repetition
regex +  one or more
regex *  zero or more
regex ?  optional
regex *?  lazy zero or more
regex +?  lazy one or more
regex ??  lazy optional
regex |  alternative
`
    .trim()
    .split("\n")
    .map((line) => {
      // Names of signs have single spaces of their own.
      const end = line.lastIndexOf("  ");
      return [line.slice(0, end), line.slice(end + 2)] as const;
    }),
);

/** What a directive of printf prints, by the letter at its end. */
const directives: Readonly<Record<string, string>> = {
  d: "integer",
  i: "integer",
  u: "unsigned integer",
  x: "hexadecimal number",
  X: "hexadecimal number",
  o: "octal number",
  b: "binary number",
  f: "number",
  F: "number",
  e: "number with exponent",
  g: "number",
  s: "text",
  q: "quoted text",
  c: "character",
  p: "pointer",
  v: "value",
  t: "boolean",
  T: "type",
  w: "wrapped error",
  n: "new line",
};

/** The name of a sign as a person says it, such as `nullish coalescing` for `??`; null for what has none. */
export function spokenName(name: string): string | null {
  const known = names.get(name);
  if (known !== undefined) return known;
  const directive = /^%[^a-z]*n?(?:\.n)?(?:hh|h|ll|l|z|j|t)?([a-zA-Z])$/.exec(name)?.[1];
  if (directive !== undefined) return `${directives[directive] ?? "formatted"} directive`;
  if (name.startsWith("git %")) return "placeholder";
  if (/^regex \\.$/.test(name)) return "escaped sign";
  if (/^regex \(\?[a-zA-Z-]+(?:: )?\)$/.test(name)) return "flags of a pattern";
  if (/^@[a-z-]+ ,$/.test(name)) return "comma";
  if (/^\$[^\w\s]$/.test(name)) return "global variable";
  if (/^\$\{?\d+\}?$/.test(name)) return "argument";
  if (name.startsWith("${")) return "expansion";
  if (/^&[A-Za-z\d]+;$/.test(name)) return "named character";
  if (/^\[attribute.=?\]$/.test(name)) return "attribute selector";
  if (/^\d?[<>]&?[\d-]*$/.test(name)) return "redirection";
  if (/^[a-zA-Z]*"\{.*\}"$/.test(name)) return "formatted hole";
  if (/^\{:.*\}$|^:[^:\s]+$/.test(name)) return "format";
  if (/^[a-zA-Z$@#]+["'(]/.test(name)) return "prefixed quotes";
  return null;
}
