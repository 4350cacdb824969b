// What a word behind a command is: the command's own, such as the second word of `git commit`, or the author's.

import { commands, counting, prefixes, returning, settings, signals, valued } from "./commands.ts";
import type { Context } from "./context.ts";
import { gitSettings } from "./git-words.ts";

/**
 * The name of a word that is no option; undefined when it is the author's.
 * @param next the character behind it
 */
export function nameOfArgument(
  context: Context,
  text: string,
  next: string,
  own: ReadonlySet<string>,
): string | undefined {
  const { command = "", wantsValue } = context;
  context.wantsValue = "";
  const mayBeSetting = wantsValue === "git -c" || command.startsWith("git config");
  if (mayBeSetting && gitSettings.has(text)) return text;
  if (wantsValue !== "" || text.startsWith("-")) return undefined;
  if (prefixes.has(command)) return commandAfter(context, command, text, next, own);
  if (!endsWord(next)) return undefined;
  if (text === "in" && /^(?:for|case|select)$/.test(command)) return `${command} in`;
  if (command === "trap" && signals.has(text)) return `trap ${text}`;
  if (command === "set" && settings.has(text)) return `set -o ${text}`;
  if (command === "chmod" && /^[ugoa]{0,4}[+=][rwxXst]{1,6}$/.test(text)) return `chmod ${text}`;
  // `git remote add` is a command of its own, with its own options.
  if (!command.startsWith("git ") || !commands.has(`${command} ${text}`)) return undefined;
  context.command = `${command} ${text}`;
  return context.command;
}

/** The command behind one such as `sudo` and `git`. One that is unknown has no options of the language. */
function commandAfter(
  context: Context,
  prefix: string,
  text: string,
  next: string,
  own: ReadonlySet<string>,
): string | undefined {
  if (next === "=" || (prefix === "timeout" && /^\d/.test(text))) return undefined;
  const name = prefix === "git" ? `git ${text}` : text;
  const isKnown = endsWord(next) && commands.has(name) && !own.has(name);
  context.command = isKnown ? name : "";
  context.areOptionsOver = false;
  return isKnown ? name : undefined;
}

/** What a hyphen before no letter is: that of `head -5`, whose number is the author's, and of `cd -`. */
export function nameOfHyphen(command: string, text: string): string | undefined {
  if (text === "-" && returning.has(command)) return `${command} -`;
  if (!counting.has(command) || !/^-\d+$/.test(text)) return undefined;
  // Other commands of git have it from `git log`.
  return `${command.startsWith("git ") ? "git log" : command} -1`;
}

/** The option, if the next word is its value. */
export function valuedOption(command: string, text: string): string {
  const option = `${command} ${text.startsWith("--") ? text : `-${text.slice(-1)}`}`;
  return valued.has(option) ? option : "";
}

/** @param next the character behind the word, "" at the end of the code */
export function endsWord(next: string): boolean {
  return /^[\s;|&<>()`]?$/.test(next);
}
