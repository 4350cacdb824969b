// A real mail server in this process that a test can make fail like mail servers do.

import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { SMTPServer } from "smtp-server";

type SmtpFault =
  | "none"
  /** Stays silent after the connection. */
  | "hang"
  /** Greylisting: 451 for the recipient. */
  | "later"
  /** 550 for the recipient. */
  | "never"
  /** Accepts the whole mail and then drops the connection without a response. */
  | "drop after data";

export type TestSmtp = {
  readonly url: string;
  fault: SmtpFault;
  /** The mails that arrived complete, as received. */
  readonly mails: string[];
  /** Stops listening. */
  refuse(): Promise<void>;
  /** Listens on the same port again. */
  accept(): Promise<void>;
  close(): Promise<void>;
};

export async function openSmtp(): Promise<TestSmtp> {
  const mails: string[] = [];
  const state: { fault: SmtpFault } = { fault: "none" };
  let door: Server | null = null;
  let port = 0;
  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onRcptTo: (_address, _session, done) => {
      if (state.fault === "later") done(Object.assign(new Error("Try again later"), { responseCode: 451 }));
      else if (state.fault === "never")
        done(Object.assign(new Error("No such user here"), { responseCode: 550 }));
      else done();
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        mails.push(Buffer.concat(chunks).toString());
        if (state.fault === "drop after data")
          for (const connection of smtp.connections) connection._socket.destroy();
        else done();
      });
      void session;
    },
  });
  smtp.on("error", () => {});
  const accept = async () => {
    door = createServer((socket) => {
      if (state.fault !== "hang") smtp.connect(socket);
      else socket.on("error", () => {});
    }).listen(port, "127.0.0.1");
    await once(door, "listening");
    port = (door.address() as AddressInfo).port;
  };
  const refuse = async () => {
    if (!door) return;
    const closed = once(door, "close");
    door.close();
    for (const connection of smtp.connections) connection._socket.destroy();
    await closed;
    door = null;
  };
  await accept();
  return {
    url: `smtp://127.0.0.1:${port}`,
    get fault() {
      return state.fault;
    },
    set fault(fault) {
      state.fault = fault;
    },
    mails,
    refuse,
    accept,
    close: refuse,
  };
}
