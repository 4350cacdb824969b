// A client of an X server that presses physical keys and mouse buttons through the XTEST extension, and reads the
// current keyboard layout. It speaks the X protocol over the display's socket, so that a key needs no process and is
// timed by the X server.
//
// A key is a keycode, that is a place on the keyboard (the kernel's code + 8), never a character.

import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect, type Socket } from "node:net";

/** Keycodes by the names of `KeyboardEvent.code`. */
export const code = {
  Escape: 9,
  Digit1: 10,
  Backspace: 22,
  Tab: 23,
  KeyQ: 24,
  KeyE: 26,
  KeyR: 27,
  KeyT: 28,
  Enter: 36,
  ControlLeft: 37,
  KeyA: 38,
  KeyS: 39,
  KeyJ: 44,
  Quote: 48,
  ShiftLeft: 50,
  KeyZ: 52,
  KeyX: 53,
  KeyV: 55,
  AltLeft: 64,
  Space: 65,
  CapsLock: 66,
  NumLock: 77,
  AltRight: 108,
  ArrowLeft: 113,
  Delete: 119,
  Insert: 118,
} as const;

/** One action of the hands. A number waits for that many ms. */
export type KeyAction = { readonly down: number } | { readonly up: number } | number;

/** Key symbols of one key by level: plain, Shift, AltGr, Shift+AltGr; 0 for none. */
export type Levels = readonly [number, number, number, number];

const fakeInput = { keyDown: 2, keyUp: 3, buttonDown: 4, buttonUp: 5, motion: 6 } as const;
/** Between two events: as fast as fast fingers, and not taken for repeats by the X server. */
const intervalMs = 4;

export class XDisplay {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #wake: (() => void) | null = null;
  #isClosed = false;
  #root = 0;
  #xtest = 0;
  #firstKey = 8;
  #lastKey = 255;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake?.();
    });
    socket.on("close", () => {
      this.#isClosed = true;
      this.#wake?.();
    });
  }

  static async open(display: number): Promise<XDisplay> {
    const path = `/tmp/.X11-unix/X${display}`;
    const deadline = Date.now() + 15_000;
    while (!existsSync(path)) {
      if (Date.now() > deadline) throw new Error(`display :${display} has no socket ${path} after 15 s`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const socket = connect(path);
    await once(socket, "connect");
    const x = new XDisplay(socket);
    await x.#handshake();
    return x;
  }

  close(): void {
    this.#socket.end();
  }

  /** Resolves when the X server has performed all actions; the browser may not have received them yet. */
  async perform(actions: readonly KeyAction[], afterMs = intervalMs): Promise<void> {
    let sent = 0;
    for (const act of actions) {
      if (typeof act === "number") {
        await this.#flush();
        await new Promise((resolve) => setTimeout(resolve, act));
        continue;
      }
      const [type, key] = "down" in act ? [fakeInput.keyDown, act.down] : [fakeInput.keyUp, act.up];
      this.#fake(type, key, afterMs);
      if (++sent % 50 === 0) await this.#flush();
    }
    await this.#flush();
  }

  async moveTo(x: number, y: number): Promise<void> {
    this.#fake(fakeInput.motion, 0, 0, x, y);
    await this.#flush();
  }

  async click(x: number, y: number, button = 1): Promise<void> {
    this.#fake(fakeInput.motion, 0, 0, x, y);
    this.#fake(fakeInput.buttonDown, button, 20);
    this.#fake(fakeInput.buttonUp, button, 20);
    await this.#flush();
  }

  /** Presses the button at one place, moves, and releases it at another. */
  async drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    const [fromX, fromY] = from;
    const [toX, toY] = to;
    this.#fake(fakeInput.motion, 0, 0, fromX, fromY);
    this.#fake(fakeInput.buttonDown, 1, 20);
    const steps = 12;
    for (let i = 1; i <= steps; i++) {
      const x = Math.round(fromX + ((toX - fromX) * i) / steps);
      const y = Math.round(fromY + ((toY - fromY) * i) / steps);
      this.#fake(fakeInput.motion, 0, 25, x, y);
    }
    await this.#flush();
    await new Promise((resolve) => setTimeout(resolve, 250));
    this.#fake(fakeInput.buttonUp, 1, 20);
    await this.#flush();
  }

  /** The key symbols of each key in the current layout. */
  async keymap(): Promise<ReadonlyMap<number, Levels>> {
    const count = this.#lastKey - this.#firstKey + 1;
    this.#send(Buffer.from([101, 0, 2, 0, this.#firstKey, count, 0, 0]));
    const { head, rest } = await this.#reply();
    const perKey = head.readUInt8(1);
    const keys = new Map<number, Levels>();
    for (let i = 0; i < count; i++) {
      const symbol = (at: number) => (at < perKey ? rest.readUInt32LE((i * perKey + at) * 4) : 0);
      // The core protocol's order: first group, second group (two levels each), then the first group's other levels.
      keys.set(this.#firstKey + i, [symbol(0), symbol(1), symbol(4), symbol(5)]);
    }
    return keys;
  }

  async #handshake(): Promise<void> {
    this.#socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    const head = await this.#take(8);
    const body = await this.#take(head.readUInt16LE(6) * 4);
    if (head[0] !== 1) throw new Error(`the X server refused the connection: ${body.toString("latin1")}`);
    const vendorLength = body.readUInt16LE(16);
    const formats = body.readUInt8(21);
    this.#firstKey = body.readUInt8(26);
    this.#lastKey = body.readUInt8(27);
    this.#root = body.readUInt32LE(32 + ((vendorLength + 3) & ~3) + formats * 8);
    const name = Buffer.from("XTEST\0\0\0");
    this.#send(Buffer.concat([Buffer.from([98, 0, 4, 0, 5, 0, 0, 0]), name]));
    const reply = await this.#reply();
    if (reply.head[8] !== 1) throw new Error("the X server has no XTEST extension");
    this.#xtest = reply.head.readUInt8(9);
  }

  #fake(type: number, detail: number, delayMs: number, x = 0, y = 0): void {
    const request = Buffer.alloc(36);
    request.writeUInt8(this.#xtest, 0);
    request.writeUInt8(2, 1);
    request.writeUInt16LE(9, 2);
    request.writeUInt8(type, 4);
    request.writeUInt8(detail, 5);
    request.writeUInt32LE(delayMs, 8);
    if (type === fakeInput.motion) request.writeUInt32LE(this.#root, 12);
    request.writeInt16LE(x, 24);
    request.writeInt16LE(y, 26);
    this.#send(request);
  }

  /** Resolves when the server has processed everything sent so far: it replies in order. */
  async #flush(): Promise<void> {
    this.#send(Buffer.from([43, 0, 1, 0]));
    await this.#reply();
  }

  #send(request: Buffer): void {
    if (this.#isClosed) throw new Error("the X server has closed the connection");
    this.#socket.write(request);
  }

  async #reply(): Promise<{ head: Buffer; rest: Buffer }> {
    for (;;) {
      const head = await this.#take(32);
      if (head[0] === 0) throw new Error(`the X server replied with error ${head[1]}`);
      if (head[0] === 1) return { head, rest: await this.#take(head.readUInt32LE(4) * 4) };
      // Otherwise it is an event, such as a new keyboard mapping.
    }
  }

  async #take(length: number): Promise<Buffer> {
    while (this.#received.length < length) {
      if (this.#isClosed) throw new Error("the X server has closed the connection");
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const taken = this.#received.subarray(0, length);
    this.#received = this.#received.subarray(length);
    return taken;
  }
}

export function press(key: number, ...modifiers: readonly number[]): readonly KeyAction[] {
  return [
    ...modifiers.map((down) => ({ down })),
    { down: key },
    { up: key },
    ...modifiers.toReversed().map((up) => ({ up })),
  ];
}

/** If it is held long enough, the X server repeats it. */
export function hold(key: number, ms: number): readonly KeyAction[] {
  return [{ down: key }, ms, { up: key }];
}
