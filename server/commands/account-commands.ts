// The commands about accounts. An account is named by its mail address.

import {
  endSessionsOf,
  faultOfPassword,
  grantAdmin,
  type OperatorResult,
  revokeAdmin,
  setPasswordOf,
} from "../accounts/operator.ts";
import { createPasswords } from "../accounts/passwords/passwords.ts";
import { listUsers } from "../store/accounts/account-changes.ts";
import { findUserByEmail } from "../store/accounts/accounts.ts";
import { type Command, CommandRefused } from "./command.ts";

export const accountCommands: readonly Command[] = [
  {
    name: "grant-admin",
    arguments: ["EMAIL"],
    summary: "makes an account an admin",
    details: "It counts with the next request; nobody has to sign in again.",
    async run({ store, now, print }, [email = ""]) {
      const { user, unchanged } = found(await grantAdmin({ store, now }, email), email);
      print(`${user.username} (${user.email}) is ${unchanged ? "an admin already" : "an admin now"}.`);
    },
  },
  {
    name: "revoke-admin",
    arguments: ["EMAIL"],
    summary: "makes an admin a learner",
    details: "It counts with the next request. The last admin stays one.",
    async run({ store, now, print }, [email = ""]) {
      const result = await revokeAdmin({ store, now }, email);
      if (!result.ok && result.why === "last admin")
        throw new CommandRefused(
          `${email} is the last admin and stays one. Make somebody else an admin first: grant-admin EMAIL.`,
        );
      const { user, unchanged } = found(result, email);
      print(`${user.username} (${user.email}) is ${unchanged ? "no admin anyway" : "no admin any more"}.`);
    },
  },
  {
    name: "set-password",
    arguments: ["EMAIL"],
    summary: "sets a new password",
    details: `The password is asked for, or read from the first line of the standard input; never give it as an argument,
where other users of this machine can see it. All sign-ins of the account end.`,
    async run({ store, now, print, askPassword }, [email = ""]) {
      if (!(await store.read((db) => findUserByEmail(db, email.trim())))) throw unknown(email);
      const password = await askPassword();
      const fault = faultOfPassword(password);
      if (fault !== null) throw new CommandRefused(fault);
      const result = await setPasswordOf({ store, now, passwords: createPasswords() }, email, password);
      const { user, sessionsEnded } = found(result, email);
      print(`${user.username} (${user.email}) has a new password. ${ended(sessionsEnded)}`);
    },
  },
  {
    name: "end-sessions",
    arguments: ["EMAIL"],
    summary: "signs somebody out everywhere",
    details: "It counts with the next request. The password stays as it is.",
    async run({ store, now, print }, [email = ""]) {
      const { user, sessionsEnded } = found(await endSessionsOf({ store, now }, email), email);
      print(`${user.username} (${user.email}): ${ended(sessionsEnded)}`);
    },
  },
  {
    name: "list-users",
    arguments: [],
    summary: "lists all accounts",
    details: "One line an account, separated by tabs: id, role, mail address, username, when it was made.",
    async run({ store, print }) {
      print(["id", "role", "email", "username", "created"].join("\t"));
      let afterId = 0;
      for (;;) {
        const users = await store.read((db) => listUsers(db, { afterId, limit: 500 }));
        for (const { id, role, email, username, createdAt } of users)
          print([id, role, email, username, new Date(createdAt).toISOString()].join("\t"));
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
  return new CommandRefused(`No account has the address ${email}. The command list-users shows them all.`);
}

function ended(sessions: number): string {
  return sessions === 1 ? "1 sign-in has ended." : `${sessions} sign-ins have ended.`;
}
