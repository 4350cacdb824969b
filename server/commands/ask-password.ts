// Prompts twice for a new password without echoing it. When standard input is not a terminal, reads its first line
// instead, so that another program can pass the password without exposing it in the process list.

import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { CommandRefused } from "./command.ts";

export async function askPassword(): Promise<string> {
  const password = await (process.stdin.isTTY ? askTwice() : firstLine());
  // What is not UTF-8 arrives as this character: the account would get a password that no one can type.
  if (password.includes("\uFFFD"))
    throw new CommandRefused("The password is not UTF-8 text. Nothing was changed.");
  return password;
}

/** Does not wait for the end of the input: another program may keep it open. */
async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    // An open input would keep the process alive.
    process.stdin.destroy();
    // Programs on Windows may begin UTF-8 text with a byte order mark.
    return line.replace(/^\uFEFF/, "");
  }
  return "";
}

async function askTwice(): Promise<string> {
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
