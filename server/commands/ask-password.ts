// Prompts twice for a new password without echoing it. When standard input is not a terminal, reads its first line
// instead, so that another program can pass the password without exposing it in the process list.

import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { CommandRefused } from "./command.ts";

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

/** The keys edit the line as in a shell. Ctrl-C, and Ctrl-D in an empty line, throw CommandRefused. */
async function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  // Only now, when the terminal no longer shows the typed keys.
  process.stderr.write(question);
  const left = new AbortController();
  for (const event of ["SIGINT", "close"]) prompt.once(event, () => left.abort());
  try {
    return await prompt.question("", { signal: left.signal });
  } catch {
    throw new CommandRefused("Nothing was changed.");
  } finally {
    prompt.close();
    process.stderr.write("\n");
  }
}
