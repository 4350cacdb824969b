// The operator commands for accounts. Each names its account by mail address.

import {
  endSessionsOf,
  faultOfPassword,
  grantAdmin,
  type OperatorResult,
  revokeAdmin,
  setPasswordOf,
} from "../accounts/operator.ts";
import { readableEmail } from "@tabstop/contract/email-address";
import { instantText } from "@tabstop/contract/text";
import { createPasswords } from "../accounts/passwords/passwords.ts";
import { listUsers } from "../store/accounts/account-changes.ts";
import { findUserByEmail } from "../store/accounts/accounts.ts";
import { type Command, CommandRefused } from "./command.ts";

export const accountCommands: readonly Command[] = [
  {
    name: "grant-admin",
    arguments: ["EMAIL"],
    summary: "makes an account an admin",
    details: "It takes effect with the next request; no one has to log in again.",
    async run({ store, now, print }, [email = ""]) {
      const { user, unchanged } = found(await grantAdmin({ store, now }, email), email);
      print(
        `${user.username} (${readableEmail(user.email)}) is ${unchanged ? "an admin already" : "an admin now"}.`,
      );
    },
  },
  {
    name: "revoke-admin",
    arguments: ["EMAIL"],
    summary: "makes an admin a learner",
    details: "It takes effect with the next request. The last admin cannot be revoked.",
    async run({ store, now, print }, [email = ""]) {
      const result = await revokeAdmin({ store, now }, email);
      if (!result.ok && result.why === "last admin")
        throw new CommandRefused(
          `${email} is the last admin and stays one. Make another user an admin first: grant-admin EMAIL.`,
        );
      const { user, unchanged } = found(result, email);
      print(
        `${user.username} (${readableEmail(user.email)}) is ${unchanged ? "not an admin" : "no longer an admin"}.`,
      );
    },
  },
  {
    name: "set-password",
    arguments: ["EMAIL"],
    summary: "sets a new password",
    details: `The command prompts for the password, or reads it from the first line of standard input; never pass it as an
argument, where other users of this machine can see it. All sessions of the account end.`,
    async run({ store, now, print, askPassword }, [email = ""]) {
      if (!(await store.read((db) => findUserByEmail(db, email)))) throw unknown(email);
      const password = await askPassword();
      const fault = faultOfPassword(password);
      if (fault !== null) throw new CommandRefused(fault);
      const result = await setPasswordOf({ store, now, passwords: createPasswords() }, email, password);
      const { user, sessionsEnded } = found(result, email);
      print(`${user.username} (${readableEmail(user.email)}) has a new password. ${ended(sessionsEnded)}`);
    },
  },
  {
    name: "end-sessions",
    arguments: ["EMAIL"],
    summary: "logs a user out everywhere",
    details: "It takes effect with the next request. The password stays the same.",
    async run({ store, now, print }, [email = ""]) {
      const { user, sessionsEnded } = found(await endSessionsOf({ store, now }, email), email);
      print(`${user.username} (${readableEmail(user.email)}): ${ended(sessionsEnded)}`);
    },
  },
  {
    name: "list-users",
    arguments: [],
    summary: "lists all accounts",
    details: "One line per account, separated by tabs: id, role, mail address, username, creation time.",
    onlyReads: true,
    async run({ store, print }) {
      print(["id", "role", "email", "username", "created"].join("\t"));
      let afterId = 0;
      for (;;) {
        const users = await store.read((db) => listUsers(db, { afterId, limit: 500 }));
        for (const { id, role, email, username, created_at } of users)
          print([id, role, readableEmail(email), username, instantText(created_at)].join("\t"));
        const last = users.at(-1);
        if (!last) return;
        afterId = last.id;
      }
    },
  },
];

function found<More extends string>(result: OperatorResult<More>, email: string) {
  if (!result.ok) throw unknown(email);
  return result;
}

function unknown(email: string): CommandRefused {
  return new CommandRefused(`No account has the address ${email}. Run list-users to see all accounts.`);
}

function ended(sessions: number): string {
  return sessions === 1 ? "1 session has ended." : `${sessions} sessions have ended.`;
}
