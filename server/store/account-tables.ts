// The tables around an account that are not learning: what slows guessing, what lets a password be set anew, mail that
// waits, photos. `migrations.ts` makes them.

/** What was counted of one kind for one account or address. `key` is a keyed hash, never an address or a name. */
export type ThrottleTable = {
  kind: string;
  key: string;
  /** JSON: moments that count, oldest first. */
  counted: string;
  /** JSON: moments at which work began whose end is not known yet. */
  pending: string;
  touched_at: number;
};

/** Which addresses (as keyed hashes) ever signed an account in. */
export type KnownAddressTable = {
  user_id: number;
  address_key: string;
  since: number;
};

/** The one reset link of an account that is good, as the hash of its token. */
export type PasswordResetTable = {
  user_id: number;
  token_hash: string;
  expires_at: number;
};

/** Mail to be sent; the row goes when it has been. `user_id` null: nobody has the address that was asked for. */
export type OutboxTable = {
  id: string;
  template: string;
  user_id: number | null;
  /** JSON: what the template needs and the account does not tell. Never a token, which is made when it is sent. */
  parameters: string;
  attempts: number;
  created_at: number;
  /** When it is to be tried next; moved ahead by whoever tries it. */
  due_at: number;
};

export type PhotoTable = {
  user_id: number;
  /** SHA-256 of the bytes in hex: the name under which it is served. */
  hash: string;
  /** WebP. Bytes leave both databases as Uint8Array; as such a column Kysely would take it for a list. */
  bytes: ArrayBufferView;
  saved_at: number;
};
