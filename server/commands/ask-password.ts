// Prompts twice for a new password without echoing it. When standard input is not a terminal, reads its first line
// instead, so that another program can pass the password without exposing it in the process list.

import { text } from "node:stream/consumers";
import { CommandRefused } from "./command.ts";

const ctrlC = "\u0003";
const ctrlD = "\u0004";
const backspaces = new Set(["\b", "\u007f"]);

export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    const [line = ""] = (await text(process.stdin)).split(/\r?\n/);
    return line;
  }
  const password = await askHidden("New password: ");
  if ((await askHidden("Repeat the new password: ")) !== password)
    throw new CommandRefused("The two passwords differ. Nothing was changed.");
  return password;
}

function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding("utf8");
  stdin.resume();
  return new Promise((resolve, reject) => {
    let typed: string[] = [];
    const end = (finish: () => void) => {
      stdin.off("data", take);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write("\n");
      finish();
    };
    const take = (chunk: string) => {
      for (const character of chunk) {
        if (character === ctrlC || character === ctrlD)
          return end(() => reject(new CommandRefused("Nothing was changed.")));
        if (character === "\r" || character === "\n") return end(() => resolve(typed.join("")));
        if (backspaces.has(character)) typed = typed.slice(0, -1);
        else typed.push(character);
      }
    };
    stdin.on("data", take);
  });
}
