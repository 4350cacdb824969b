// Bash. Commands with their options, keywords, expansions, tests, redirections. What an author named (functions,
// variables, scripts) is no construct. A pattern for grep and a program for awk or sed are plain text here, as they are
// for the shell. A stack of contexts instead of recursion, so that no text is too deeply nested.

import type { Found } from "../../found.ts";
import { nameOfArgument, nameOfHyphen, valuedOption } from "./arguments.ts";
import { closers, commands, declarations, openers, redirection } from "./commands.ts";
import type { Context } from "./context.ts";
import { findCommits, findPlaceholders } from "./git.ts";
import { optionsWithCommits, takesCommits } from "./git-words.ts";
import { Parts } from "./parts.ts";

export function bashConstructs(code: string, found: Found): void {
  new Reader(code, found).read();
}

type Here = {
  readonly end: string;
  readonly isIndented: boolean;
  readonly kind: "values" | "text" | "script";
};

const bare = /[^\s;|&<>()"'$`\\*?[\]{}=]+/y;
const assignment = /([A-Za-z_]\w*)(?:\[([^\]\n]{0,200})\])?(\+?=)(\(?)/y;
const definition = /([^\s;|&<>()"'$`\\]+)\s?(\(\))\s?(\{)/y;
const word = /[^\s;|&<>()"'`]+/y;
const value = /=[^\s;|&<>"'`]{0,200}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')?/y;
const here = /<<(-?)[ ]?(?:(['"])([^'"\n]{1,100})\2|(\w+))/y;

class Reader extends Parts {
  readonly #own: ReadonlySet<string>;
  readonly #heres: Here[] = [];

  constructor(code: string, found: Found) {
    super(code, found);
    this.#own = new Set(
      [
        ...code.matchAll(
          /(?:^|[\s;])(?:function\s+)?([\w:.-]{1,60})\s?\(\)|\bfunction\s+([\w:.-]{1,60})|\balias\s+(\w{1,60})=/g,
        ),
      ].map(([, a, b, c]) => a ?? b ?? c ?? ""),
    );
  }

  read(): void {
    if (this.starts("#!")) {
      this.found.symbol("#!", 0, 2);
      this.at = this.lineEnd();
    }
    while (this.open.length > 0) {
      const context = this.top;
      if (this.at >= context.limit) this.pop(undefined);
      else if (context.kind === "script") this.#script(context);
      else this.step(context);
    }
  }
  // A script, word by word. All that is known of a word is whether it may be the name of a command.

  #script(context: Context): void {
    const code = this.code;
    const start = this.at;
    const character = code[start] as string;
    const isClosed = context.close === "`" && character === "`";
    if (context.inWord && !isClosed && !/[\s;|&<>()]/.test(character))
      return this.part(context, context.command !== undefined);
    context.inWord = false;
    if (character === "\n") return this.#endLine(context);
    if (/\s/.test(character)) {
      this.at += 1;
      return;
    }
    if (character === "\\" && code[start + 1] === "\n") {
      this.found.symbol("\\ at the end of a line", start, start + 1);
      this.at += 2;
      return;
    }
    if (character === "#") {
      // A script in a here document begins with the shebang too.
      const mark = this.starts("#!") && code[start - 1] === "\n" ? "#!" : "#";
      this.found.symbol(mark, start, start + mark.length);
      this.at = Math.min(this.lineEnd(), context.limit);
      return;
    }
    if (isClosed) return this.pop(1);
    if (context.wantsPattern) return this.#pattern(context);
    if (this.#operator(context)) return;
    if (context.wantsCommand && this.#opener(context)) return;
    this.#word(context);
  }

  /** What ends a command or sends its output elsewhere. */
  #operator(context: Context): boolean {
    const start = this.at;
    const end = [";;&", ";;", ";&", "&&", "||", "|&", ";", "|"].find((one) => this.starts(one));
    if (end !== undefined) {
      this.found.symbol(end, start, start + end.length);
      this.at += end.length;
      expectCommand(context);
      context.wantsPattern = end.startsWith(";;") || end === ";&";
      return true;
    }
    if (this.starts("<(") || this.starts(">(")) {
      this.push("script", `${this.code[start]}( )`, [start, start + 2], ")");
      this.at += 2;
      return true;
    }
    if (this.starts("<<") && !this.starts("<<<")) return this.#openHere();
    const sent = this.match(redirection);
    if (sent > start) {
      this.found.symbol(this.code.slice(start, sent), start, sent);
      this.at = sent;
      return true;
    }
    if (this.starts("&")) {
      this.found.symbol("&", start, start + 1);
      this.at += 1;
      expectCommand(context);
      return true;
    }
    if (this.starts(")")) {
      if (context.close === ")") this.pop(1);
      else this.at += 1;
      return true;
    }
    return false;
  }

  /** What may begin where a command would, and is none. */
  #opener(context: Context): boolean {
    const start = this.at;
    const character = this.code[start];
    if (this.starts("((")) {
      this.push("arithmetic", "(( ))", [start, start + 2], "))");
      context.wantsCommand = false;
      this.at += 2;
    } else if (/^\[\[\s/.test(this.code.slice(start, start + 3))) {
      this.push("test", "[[ ]]", [start, start + 2], "]]");
      context.wantsCommand = false;
      this.at += 2;
    } else if (character === "(") {
      this.push("script", "( )", [start, start + 1], ")");
      context.wantsCommand = false;
      this.at += 1;
    } else if (character === "{" && /\s/.test(this.code[start + 1] ?? "")) {
      this.push("script", "{ }", [start, start + 1], "}");
      context.wantsCommand = false;
      this.at += 1;
    } else if (character === "}" && context.close === "}") {
      this.pop(1);
      this.top.wantsCommand = false;
      this.top.command = undefined;
    } else if (character === "!" && /\s/.test(this.code[start + 1] ?? "")) {
      this.found.symbol("!", start, start + 1);
      this.at += 1;
    } else return false;
    return true;
  }

  #word(context: Context): void {
    const start = this.at;
    context.inWord = true;
    if (context.wantsCommand || declarations.has(context.command ?? "")) {
      if (this.#assignment(context.wantsCommand || context.command !== "alias")) return;
      if (context.wantsCommand && this.#definition(context)) return;
    }
    const end = this.match(bare);
    const isWhole = end > start && this.isWordEnd(end);
    const text = this.code.slice(start, end);
    const lone = this.code[start] as string;
    if (!context.wantsCommand) this.#argument(context, text, isWhole);
    else if (isWhole) this.#command(context, text, end);
    else if (lone === "[" && this.isWordEnd(start + 1)) {
      context.wantsCommand = false;
      context.command = "[";
      context.bracket = start;
      this.at += 1;
    } else {
      context.wantsCommand = false;
      context.command = "";
      this.part(context, false);
    }
  }

  #command(context: Context, text: string, end: number): void {
    const start = this.at;
    this.at = end;
    context.areOptionsOver = false;
    context.command = text;
    if (openers.has(text)) {
      this.found.word(text, start, end);
      return;
    }
    context.wantsCommand = false;
    if (closers.has(text) || /^(?:for|case|select|function)$/.test(text)) this.found.word(text, start, end);
    else if (this.#own.has(text) || !commands.has(text)) context.command = "";
    else this.found.word(text, start, end);
  }

  #argument(context: Context, text: string, isWhole: boolean): void {
    const { command = "" } = context;
    const start = this.at;
    const end = start + text.length;
    const isValue = context.wantsValue !== "";
    const name = nameOfArgument(context, text, this.code[end] ?? "", this.#own);
    const hyphen = isWhole && !context.areOptionsOver ? nameOfHyphen(command, text) : undefined;
    if (name !== undefined) this.found.word(name, start, end);
    if (hyphen !== undefined) this.found.word(hyphen, start, start + 1);
    if (isValue) return this.part(context, true);
    if (takesCommits.has(command) && !context.areOptionsOver && !text.startsWith("-"))
      findCommits(this.code, start, this.match(word), this.found);
    if (text === "in" && isWhole && (command === "for" || command === "case" || command === "select")) {
      context.wantsPattern = command === "case";
      this.at = end;
    } else if (text === "--" && isWhole && commands.has(command)) {
      this.found.symbol("--", start, end);
      context.areOptionsOver = true;
      this.at = end;
    } else if (!context.areOptionsOver && commands.has(command) && /^-(?:-?[A-Za-z]|0$)/.test(text))
      this.#option(context, command, text, isWhole);
    else if (command === "[" && /^-[a-zA-Z]{1,2}$/.test(text) && isWhole) {
      this.found.word(`[ ${text} ]`, start, end);
      this.at = end;
    } else if (this.starts("]") && context.bracket >= 0 && this.isWordEnd(start + 1)) {
      this.found.symbol("[ ]", context.bracket, context.bracket + 1, start, start + 1);
      context.bracket = -1;
      this.at += 1;
    } else if (command === "for" && this.starts("((")) {
      this.push("arithmetic", "for (( ))", [start, start + 2], "))");
      this.at += 2;
    } else if (command === "function" && this.starts("{")) {
      this.push("script", "{ }", [start, start + 1], "}");
      this.at += 1;
    } else this.part(context, command !== "");
  }

  /** Letters behind one hyphen are options of their own; the hyphen belongs to the first. */
  #option(context: Context, command: string, text: string, isWhole: boolean): void {
    const start = this.at;
    const end = start + text.length;
    this.at = end;
    const long = text.startsWith("--") || command === "find";
    if (long) this.found.word(`${command} ${text}`, start, end);
    else if (isWhole && /^-[A-Za-z]{1,8}$/.test(text)) {
      for (let at = 1; at < text.length; at++)
        this.found.word(`${command} -${text[at]}`, at === 1 ? start : start + at, start + at + 1);
    } else this.found.word(`${command} ${text.slice(0, 2)}`, start, start + 2);
    if (isWhole) context.wantsValue = valuedOption(command, text);
    if (command.startsWith("git ") && /^--(?:format|pretty)$/.test(text))
      findPlaceholders(this.code, end, this.match(value), this.found);
    else if (takesCommits.has(command) && optionsWithCommits.has(text))
      findCommits(this.code, end, this.match(value), this.found);
    if (text === "-exec" || text === "-execdir") expectCommand(context);
  }

  #assignment(mayBeList: boolean): boolean {
    const start = this.at;
    assignment.lastIndex = start;
    const match = assignment.exec(this.code);
    if (match === null) return false;
    const [whole, name = "", place, sign = "", list = ""] = match;
    const end = start + whole.length;
    const opening = start + name.length;
    const isList = list === "(" && mayBeList;
    const signStart = end - list.length - sign.length;
    if (place !== undefined) {
      this.found.symbol(`name[ ]${sign}`, opening, opening + 1, signStart - 1, signStart + sign.length);
      this.at = opening + 1;
      this.push("here", "", [], "", { limit: signStart - 1, next: signStart + sign.length });
    } else if (isList) {
      this.at = end;
      this.push("list", `name${sign}( )`, [signStart, end], ")");
    } else {
      this.found.symbol(`name${sign}`, signStart, signStart + sign.length);
      this.at = signStart + sign.length;
    }
    return true;
  }

  #definition(context: Context): boolean {
    const start = this.at;
    definition.lastIndex = start;
    const match = definition.exec(this.code);
    if (match === null) return false;
    const [whole, name = ""] = match;
    const opening = this.code.indexOf("()", start + name.length);
    const end = start + whole.length;
    context.wantsCommand = false;
    context.inWord = false;
    this.at = end;
    this.push("script", "f() { }", [opening, opening + 2, end - 1, end], "}");
    return true;
  }

  /** The patterns of `case`, up to the parenthesis behind them. */
  #pattern(context: Context): void {
    const start = this.at;
    const character = this.code[start];
    if (character === ")") {
      this.found.symbol("pattern)", start, start + 1);
      this.at += 1;
      expectCommand(context);
    } else if (character === "|") {
      this.found.symbol("pattern | pattern", start, start + 1);
      this.at += 1;
    } else if (/^esac(?!\w)/.test(this.code.slice(start, start + 5))) expectCommand(context);
    else if (
      character === "(" ||
      character === ";" ||
      character === "&" ||
      character === "<" ||
      character === ">"
    )
      this.at += 1;
    else this.part(context, true);
  }

  #openHere(): boolean {
    const start = this.at;
    here.lastIndex = start;
    const match = here.exec(this.code);
    if (match === null) {
      this.at += 2;
      return true;
    }
    const [whole, dash = "", quote, quoted, plainEnd] = match;
    const end = start + whole.length;
    const sign = `<<${dash}`;
    if (quote === undefined) this.found.symbol(`${sign}EOF`, start, start + sign.length);
    else {
      const at = this.code.indexOf(quote, start);
      const opening = at === start + sign.length ? [start, at + 1] : [start, start + sign.length, at, at + 1];
      this.found.symbol(`${sign}${quote}EOF${quote}`, ...opening, end - 1, end);
    }
    // A script is written to a file of that kind; only the words before it are looked at.
    const words = this.code.slice(Math.max(0, start - 200), start);
    const line = words.slice(words.lastIndexOf("\n") + 1);
    const kind = quote === undefined ? "values" : /\.sh\b/.test(line) ? "script" : "text";
    if (this.hereDepth === 0)
      this.#heres.push({ end: quoted ?? plainEnd ?? "", isIndented: dash !== "", kind });
    this.at = end;
    return true;
  }

  /** Here documents begin with the next line. */
  #endLine(context: Context): void {
    this.at += 1;
    const { wantsPattern } = context;
    expectCommand(context);
    context.wantsPattern = wantsPattern;
    const first = this.#heres.shift();
    if (first === undefined) return;
    const { end, isIndented, kind } = first;
    const start = this.at;
    let line = start;
    let found = -1;
    while (line < context.limit && found < 0) {
      const next = this.code.indexOf("\n", line);
      const lineEnd = next < 0 || next > context.limit ? context.limit : next;
      let from = line;
      while (isIndented && this.code[from] === "\t") from += 1;
      if (lineEnd - from === end.length && this.code.startsWith(end, from)) found = line;
      else line = lineEnd + 1;
    }
    const limit = found < 0 ? context.limit : found;
    const next =
      found < 0
        ? context.limit
        : Math.min(
            context.limit,
            this.code.indexOf("\n", found) < 0 ? context.limit : this.code.indexOf("\n", found),
          );
    if (kind === "text") this.at = next;
    else {
      this.hereDepth += 1;
      this.push(kind === "script" ? "script" : "here", "<<", [], "", { limit, next });
    }
  }
}

function expectCommand(context: Context): void {
  context.wantsCommand = true;
  context.command = undefined;
  context.areOptionsOver = false;
  context.wantsValue = "";
  context.wantsPattern = false;
  context.inWord = false;
  context.bracket = -1;
}
