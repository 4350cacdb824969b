// The tables around accounts: throttles, known addresses, password resets, the mail outbox and photos. `migrations.ts`
// creates them.

/** The attempts of one kind by one account or address. `key` is a keyed hash, never an address or a name, and the
 * user's id where requests are counted. */
export type ThrottleTable = {
  kind: string;
  key: string;
  /** JSON: the times of the attempts that count, oldest first. */
  counted: string;
  /** Always `[]`. Earlier releases kept the start times of attempts that had not ended. */
  pending: string;
  touched_at: number;
};

/** The addresses (as keyed hashes) from which an account has logged in. */
export type KnownAddressTable = {
  user_id: number;
  address_key: string;
  since: number;
};

/** The one valid reset link of an account, as the hash of its token. */
export type PasswordResetTable = {
  user_id: number;
  token_hash: string;
  expires_at: number;
};

/** Queued mail; a row is deleted once its mail is sent. `user_id` is null when no account has the requested address. */
export type OutboxTable = {
  id: string;
  template: string;
  user_id: number | null;
  /** JSON: what the template needs besides the account. Never a token, which is created when the mail is sent. */
  parameters: string;
  attempts: number;
  created_at: number;
  /** When it is tried next; the worker that tries it moves this ahead. */
  due_at: number;
};

export type PhotoTable = {
  user_id: number;
  /** SHA-256 of the bytes in hex: the name under which it is served. */
  hash: string;
  /** WebP. Both databases return a Uint8Array, but Kysely would take a column of that type for a list. */
  bytes: ArrayBufferView;
  saved_at: number;
};
