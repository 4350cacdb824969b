// Bash: keywords, commands with their options, expansions, tests, redirections. Functions and variables of the example
// do not count. A pattern for grep and a program for awk or sed are plain text to the shell, and therefore here too.

import { type Found, findEscapes, findSymbols, wordSet } from "./construct.ts";

export function bashConstructs(code: string, found: Found): void {
  const own = new Set([...code.matchAll(/^\s*(\w+)\(\) \{/gm)].map(([, name = ""]) => name));
  new Script(code, own, found).read();
}

const openers = wordSet("if then elif else while until do");
const closers = wordSet("fi done esac");
const connectors = ["&&", "||", "|", ";"];
const redirections = ["2>&1", ">&2", "2>", ">>", ">", "<<<", "<"];

/** Reads a script word by word and knows only whether the next word may be the name of a command. */
class Script {
  private at = 0;
  private wantsCommand = true;
  private command: string | undefined;
  private optionsOver = false;
  private wantsPattern = false;
  private hereDocument: { readonly end: string; readonly kind: "values" | "text" | "script" } | undefined;

  private readonly code: string;
  private readonly own: ReadonlySet<string>;
  private readonly found: Found;

  constructor(code: string, own: ReadonlySet<string>, found: Found) {
    this.code = code;
    this.own = own;
    this.found = found;
  }

  read(): void {
    if (this.take("#!")) {
      this.found.symbol("#!");
      this.at = this.lineEnd();
    }
    while (this.at < this.code.length) this.step();
  }

  private step(): void {
    if (this.take("\n")) return this.endLine();
    if (this.take(" ") || this.take("\\\n")) return;
    if (this.starts("#") && /^$|\s/.test(this.code[this.at - 1] ?? "")) {
      this.found.symbol("#");
      this.at = this.lineEnd();
      return;
    }
    if (this.wantsPattern) return this.pattern();
    if (this.take(";;")) {
      this.found.symbol(";;");
      this.wantsPattern = true;
      return;
    }
    if (this.take("<(")) {
      this.found.symbol("<( )");
      return this.nested(")");
    }
    if (this.starts("<<") && !this.starts("<<<")) return this.openHereDocument();
    const connector = connectors.find((symbol) => this.take(symbol));
    if (connector !== undefined) {
      this.found.symbol(connector);
      return this.expectCommand();
    }
    const redirection = redirections.find((symbol) => this.take(symbol));
    if (redirection !== undefined) return this.found.symbol(redirection);
    if (this.wantsCommand && this.starts("((")) return this.arithmetic("(( ))", "((");
    if (this.command === "for" && this.starts("((")) return this.arithmetic("for (( ))", "((");
    if (this.wantsCommand && this.take("[[ ")) return this.test();
    if (this.wantsCommand && /^[{(]/.test(this.rest())) {
      this.found.symbol(this.rest().startsWith("{") ? "{ }" : "( )");
      this.at++;
      return;
    }
    if (this.take(")") || (this.wantsCommand && this.take("}"))) {
      this.wantsCommand = false;
      this.command = undefined;
      return;
    }
    if (this.wantsCommand && this.take("! ")) return this.found.symbol("!");
    this.word();
  }

  private word(): void {
    const assigned = /^(\w+)(\[[^\]]*\])?(\+?=)(\(?)/.exec(this.rest());
    if (assigned !== null && (this.wantsCommand || this.command === "local" || this.command === "declare")) {
      const [whole, , place, symbol, list] = assigned;
      this.at += whole.length;
      this.found.symbol(`name${place === undefined ? "" : "[ ]"}${symbol}${list === "" ? "" : "( )"}`);
      if (list === "(") this.nested(")", "words");
      else this.text();
      return;
    }
    const text = this.text();
    if (!this.wantsCommand) return this.argument(text);
    this.optionsOver = false;
    this.command = text;
    if (openers.has(text)) return this.found.word(text);
    if (closers.has(text) || text === "for" || text === "case") {
      this.found.word(text);
      this.wantsCommand = false;
      return;
    }
    if (this.take("() {")) {
      this.found.symbol("f() { }");
      return;
    }
    this.wantsCommand = false;
    if (this.own.has(text)) this.command = undefined;
    else this.found.word(text);
  }

  private argument(text: string): void {
    const { command } = this;
    if (text === "in" && (command === "for" || command === "case")) {
      this.found.word(`${command} in`);
      if (command === "case") this.wantsPattern = true;
      return;
    }
    if (command === undefined || closers.has(command) || command === "for") return;
    if (text === "--") {
      this.found.symbol("--");
      this.optionsOver = true;
    } else if (!this.optionsOver && /^-+[A-Za-z\d]/.test(text)) this.option(command, text);
    else if (command === "xargs" && /^[a-z]/.test(text)) {
      this.found.word(text);
      this.command = text;
    } else if (command === "trap" && /^[A-Z]+$/.test(text)) this.found.word(`trap ${text}`);
    else if (command === "set" && text === "pipefail") this.found.word("set -o pipefail");
  }

  private option(command: string, text: string): void {
    if (text.startsWith("--") || command === "find") this.found.word(`${command} ${text}`);
    else if (/^-[A-Za-z]+$/.test(text)) {
      for (const letter of text.slice(1)) this.found.word(`${command} -${letter}`);
    } else this.found.word(`${command} ${text.slice(0, 2)}`);
    if (text === "-exec") {
      this.expectCommand();
    }
  }

  private pattern(): void {
    const patterns = /^(esac\b)|^[^\n]*?\)(?=\s|$)/.exec(this.rest());
    this.wantsPattern = false;
    if (patterns === null || patterns[1] !== undefined) return this.expectCommand();
    const text = patterns[0].slice(0, -1);
    this.found.symbol("pattern)");
    if (text.includes("|")) this.found.symbol("pattern | pattern");
    for (const symbol of ["*", "?", "["])
      if (text.includes(symbol)) this.found.symbol(globs[symbol] as string);
    this.at += patterns[0].length;
    this.expectCommand();
  }

  /** The tests in double brackets, up to the closing ones. */
  private test(): void {
    this.found.symbol("[[ ]]");
    const end = this.code.indexOf(" ]]", this.at);
    const inside = this.code.slice(this.at, end < 0 ? this.code.length : end);
    for (const [symbol] of inside.matchAll(/ (?:==|!=|=~|&&|\|\||[<>]) |(?<=^|\s)! /g))
      this.found.symbol(symbol.trim());
    for (const [, test = ""] of inside.matchAll(/(?:^|\s)(-[a-z]+)(?=\s)/g)) this.found.word(`[[ ${test} ]]`);
    const searched = /=~ (.*)/.exec(inside)?.[1];
    if (searched === undefined && /[!=]= [^" ]*\*/.test(inside)) this.found.symbol("*");
    new Script(inside.replace(/=~ .*/, ""), this.own, this.found).words();
    this.at = end < 0 ? this.code.length : end + 3;
    this.wantsCommand = false;
    this.command = undefined;
  }

  /** Reads only values and quotes, because tests and lists contain no commands. */
  words(): void {
    while (this.at < this.code.length) {
      const before = this.at;
      this.text();
      if (this.at === before) this.at++;
    }
  }

  private arithmetic(name: string, open: string): void {
    this.at += open.length;
    this.found.symbol(name);
    const inside = this.until("))");
    findSymbols(
      inside.replace(/\$\{[^}]*\}|\$[\w#@]/g, " ").replace(/[()[\]]/g, " "),
      arithmeticSymbols,
      this.found,
    );
    new Script(inside, this.own, this.found).words();
    this.wantsCommand = name === "(( ))";
    if (name === "(( ))") this.command = undefined;
  }

  /** Reads one word with its expansions. */
  private text(): string {
    const start = this.at;
    while (this.at < this.code.length && !/[\s;|&<>()]/.test(this.code[this.at] as string)) {
      if (this.take("\\")) {
        this.found.symbol("\\ before a symbol");
        this.at++;
      } else if (this.starts("'")) this.singleQuoted();
      else if (this.take('"')) this.doubleQuoted();
      else if (this.starts("$")) this.expansion();
      else {
        const braces = /^\{[^\s{}]*(\.\.|,)[^\s{}]*\}/.exec(this.rest());
        if (braces !== null) this.found.symbol(braces[1] === "," ? "{a,b}" : "{a..b}");
        const glob = globs[this.code[this.at] as string];
        if (glob !== undefined && this.command !== undefined) this.found.symbol(glob);
        this.at++;
      }
    }
    return this.code.slice(start, this.at);
  }

  private singleQuoted(): void {
    const end = this.code.indexOf("'", this.at + 1);
    const inside = this.code.slice(this.at + 1, end < 0 ? this.code.length : end);
    this.at = end < 0 ? this.code.length : end + 1;
    this.found.symbol("' '");
    this.program(inside);
  }

  private program(inside: string): void {
    for (const [name] of inside.matchAll(/\[:\w+:\]/g)) this.found.word(name);
    if (this.command === "printf") findFormats(inside, this.found);
    else if (this.command === "tr") findEscapes(inside, this.found);
    else if (this.command === "trap") new Script(inside, this.own, this.found).read();
  }

  private doubleQuoted(): void {
    this.found.symbol('" "');
    const start = this.at;
    while (this.at < this.code.length && !this.take('"')) {
      if (this.starts("\\")) {
        this.found.symbol("\\ before a symbol");
        this.at += 2;
      } else if (this.starts("$") && !/^\$[\s"]/.test(this.rest())) this.expansion();
      else this.at++;
    }
    if (this.command === "printf") this.program(this.code.slice(start, this.at - 1));
  }

  private expansion(): void {
    if (this.starts("$((")) {
      const { wantsCommand, command } = this;
      this.arithmetic("$(( ))", "$((");
      this.wantsCommand = wantsCommand;
      this.command = command;
    } else if (this.take("$(")) {
      this.found.symbol("$( )");
      this.nested(")");
    } else if (this.take("${")) {
      const inside = this.until("}");
      findParameter(inside, this.found);
    } else {
      const [name = "$"] = /^\$(?:\w+|[#@*?!$-])?/.exec(this.rest()) ?? [];
      this.found.symbol(/^\$[A-Za-z_]/.test(name) ? "$name" : name);
      this.at += name.length;
    }
  }

  /** Reads up to the closing character, as a script or only as words. */
  private nested(close: string, kind: "script" | "words" = "script"): void {
    const inside = new Script(this.until(close), this.own, this.found);
    if (kind === "words") inside.words();
    else inside.read();
  }

  /** The code up to the matching closing character, which is consumed too. */
  private until(close: string): string {
    const start = this.at;
    let depth = 0;
    for (; this.at < this.code.length; this.at++) {
      if (depth === 0 && this.starts(close)) break;
      const symbol = this.code[this.at] as string;
      if (symbol === "'" && close !== "}") this.at = Math.max(this.at, this.code.indexOf("'", this.at + 1));
      else if ("({".includes(symbol)) depth++;
      else if (")}".includes(symbol)) depth--;
    }
    const inside = this.code.slice(start, this.at);
    this.at += close.length;
    return inside;
  }

  private openHereDocument(): void {
    const [whole = "<<", quote, end = ""] = /^<<-?('?)(\w+)'?/.exec(this.rest()) ?? [];
    this.found.symbol(quote === "'" ? "<<'EOF'" : "<<EOF");
    const isScript = /\.sh\b/.test(this.code.slice(this.code.lastIndexOf("\n", this.at) + 1, this.at));
    this.hereDocument = { end, kind: quote !== "'" ? "values" : isScript ? "script" : "text" };
    this.at += whole.length;
  }

  private endLine(): void {
    this.expectCommand();
    if (this.hereDocument === undefined) return;
    const { end, kind } = this.hereDocument;
    this.hereDocument = undefined;
    const length = this.rest().search(new RegExp(`^${end}$`, "m"));
    const inside = this.rest().slice(0, Math.max(0, length));
    const script = new Script(inside, this.own, this.found);
    if (kind === "script") script.read();
    else if (kind === "values") while (script.expandNext());
    this.at += inside.length + end.length;
  }

  /** Reads the next expansion; false at the end. */
  private expandNext(): boolean {
    while (this.at < this.code.length && !this.starts("$")) {
      if (this.starts("\\")) {
        this.found.symbol("\\ before a symbol");
        this.at++;
      }
      this.at++;
    }
    if (this.at >= this.code.length) return false;
    this.expansion();
    return true;
  }

  private expectCommand(): void {
    this.wantsCommand = true;
    this.command = undefined;
  }

  private rest(): string {
    return this.code.slice(this.at);
  }

  private starts(text: string): boolean {
    return this.code.startsWith(text, this.at);
  }

  private take(text: string): boolean {
    if (!this.starts(text)) return false;
    this.at += text.length;
    return true;
  }

  private lineEnd(): number {
    const end = this.code.indexOf("\n", this.at);
    return end < 0 ? this.code.length : end;
  }
}

const globs: Readonly<Record<string, string>> = { "*": "*", "?": "? in a pattern", "[": "[ ] in a pattern" };

const arithmeticSymbols = [
  "+=",
  "-=",
  "++",
  "--",
  "<=",
  ">=",
  "==",
  "!=",
  "<<",
  ">>",
  "&&",
  "||",
  "=",
  "<",
  ">",
].concat(["+", "-", "*", "/", "%", "?", "&", "|", "^", "~", "!"]);

/** The inside of `${}`: `name%.txt` counts as `${x%y}`. */
function findParameter(inside: string, found: Found): void {
  const [, mark = "", name = "", place, rest = ""] =
    /^([!#]?)(\w+|[@*])(\[[^\]]*\])?(.*)$/s.exec(inside) ?? [];
  const list = place === undefined ? "" : /^\[[@*]\]$/.test(place) ? place : "[n]";
  if (mark !== "" || list !== "" || rest === "") {
    found.symbol(/^\d$/.test(name) && rest === "" ? `\${${name}}` : `\${${mark}x${list}}`);
  }
  const change = /^(:[-=+?]|##?|%%?|\/\/?|\^\^?|,,?|:)/.exec(rest)?.[1];
  if (change === undefined) return;
  const ends: Readonly<Record<string, string>> = {
    ":": ":n:n",
    "/": "/a/b",
    "//": "//a/b",
    "^": "^",
    "^^": "^^",
    ",": ",",
    ",,": ",,",
  };
  found.symbol(`\${x${ends[change] ?? `${change}y`}}`);
  if (/\$\w/.test(rest)) found.symbol("$name");
}

function findFormats(inside: string, found: Found): void {
  findEscapes(inside, found);
  for (const [, flags = "", width = "", letter = ""] of inside.matchAll(/%([-0]*)(\d*)(?:\.\d+)?([sdf])/g)) {
    found.symbol(`%${flags}${width === "" ? "" : "n"}${letter}`);
  }
}
