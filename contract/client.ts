// The typed client made from the contract: `client("getLesson", { params: { lessonId: 7 } })` gives a Lesson or throws an ApiError.
//
// It knows paths and shapes and nothing of React, storage or sessions: who is signed in is the caller's `session`.
// Schemas are imported as types only, so none of them reaches the browser.

import { endpointTable } from "./endpoint-table.ts";
import type { EndpointName, FileEndpoint, Params, RequestBody, ResponseOf } from "./endpoints.ts";
import type { ErrorBody, ErrorCode } from "./errors.ts";
import { fillPath } from "./paths.ts";

/** What a call takes: the names of its path, and its body, each only where the call has them. */
type Input<N extends EndpointName> = ([keyof Params<N>] extends [never]
  ? unknown
  : { readonly params: Params<N> }) &
  (RequestBody<N> extends undefined ? unknown : { readonly body: RequestBody<N> });

type CallOptions = {
  readonly signal?: AbortSignal;
  /** Let the request outlive the page (leaving a page in the middle of a run). */
  readonly keepalive?: boolean;
};

export type SessionOfClient = {
  /** The access token for a call that needs one, or null when nobody is signed in. */
  token(): string | null;
  /**
   * Called when a call with a token was answered 401. Gives a new token to try once more with, or null when there is
   * none; it ends the session itself where that is due.
   */
  renew(refused: { readonly token: string; readonly message: string }): Promise<string | null>;
};

export type ClientOptions = {
  /** Where the API is, with or without a trailing slash or `/api`: `""`, `https://api.example.org`, `/api/`. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly session?: SessionOfClient;
};

export type Client = <N extends EndpointName>(
  name: N,
  ...rest: unknown extends Input<N>
    ? [input?: undefined, options?: CallOptions]
    : [input: Input<N>, options?: CallOptions]
) => Promise<N extends FileEndpoint ? DownloadedFile : ResponseOf<N>>;

/** What a call that answers a file gives: its bytes as they are, and what the server calls it ('' if it does not say). */
export type DownloadedFile = { readonly name: string; readonly content: Blob };

/** The server said no. `status` is the HTTP status, `message` its sentence for people ('' if it gave none). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly details: NonNullable<ErrorBody["details"]>;
  /** Seconds, from Retry-After; null where it says nothing. */
  readonly retryAfterS: number | null;
  /** The whole answer, for the calls that say more in an error (`current`, `errors`, `results`). */
  readonly body: unknown;

  constructor(status: number, body: unknown, retryAfterS: number | null) {
    const known = isErrorBody(body) ? body : null;
    super(known?.error ?? "");
    this.status = status;
    this.code = known?.code ?? null;
    this.details = known?.details ?? [];
    this.retryAfterS = retryAfterS;
    this.body = body;
  }
}

/** No answer of the server's: no network, a time-out, a server that is away, somebody else in between. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

/** `""` and `"/"` stay on the same origin; a trailing slash or `/api` is the same base without it. */
export function apiRoot(baseUrl: string): string {
  return `${baseUrl.replace(/\/+$/, "").replace(/\/api$/, "")}/api`;
}

export function createClient({ baseUrl, fetch, session }: ClientOptions): Client {
  const root = apiRoot(baseUrl);

  const client = async (
    name: EndpointName,
    input: { params?: Record<string, string | number>; body?: unknown } = {},
    options: CallOptions = {},
  ): Promise<unknown> => {
    const { method, path, access } = endpointTable[name];
    const url = root + fillPath(path, input.params ?? {});

    const send = (token: string | null) =>
      request(fetch, url, {
        method,
        headers: {
          accept: "application/json",
          ...(input.body === undefined ? {} : { "content-type": "application/json" }),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        ...(options.signal ? { signal: options.signal } : {}),
        ...(options.keepalive ? { keepalive: true } : {}),
      });

    const token = access === "open" ? null : (session?.token() ?? null);
    let answer = await send(token);
    if (answer.status === 401 && token !== null && session) {
      const message = isErrorBody(answer.body) ? answer.body.error : "";
      const renewed = await session.renew({ token, message });
      if (renewed !== null) answer = await send(renewed);
    }
    if (answer.status < 200 || answer.status >= 300)
      throw new ApiError(answer.status, answer.body, answer.retryAfterS);
    return answer.body;
  };
  return client as unknown as Client;
}

type RawAnswer = { readonly status: number; readonly body: unknown; readonly retryAfterS: number | null };

async function request(fetchIt: typeof fetch, url: string, init: RequestInit): Promise<RawAnswer> {
  let response: Response;
  let text: string;
  try {
    response = await fetchIt(url, init);
    const disposition = response.headers.get("content-disposition");
    if (response.ok && disposition?.startsWith("attachment"))
      // As bytes: read as text, it would lose the mark by which spreadsheets know UTF-8.
      return {
        status: response.status,
        body: { name: fileNameIn(disposition), content: await response.blob() } satisfies DownloadedFile,
        retryAfterS: null,
      };
    text = await response.text();
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new NetworkError("The server could not be reached", { cause });
  }
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  // A hotel's page that wants a log-in for its network: what was sent has reached nobody.
  if (response.ok && !isJson) throw new NetworkError("Something else than the server answered");
  const seconds = Number(response.headers.get("retry-after") ?? "");
  return {
    status: response.status,
    body: isJson ? parseJson(text) : text,
    retryAfterS: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
  };
}

/** The name of a Content-Disposition, the one in any script first (RFC 6266). */
function fileNameIn(disposition: string): string {
  const encoded = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    // Not as the server writes it: the plain name will do.
  }
  return /;\s*filename="([^"]*)"/i.exec(disposition)?.[1] ?? "";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // A cut connection that still counts as an answer: no different from none.
    throw new NetworkError("The server's answer was cut off", { cause });
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "error" in body && typeof body.error === "string";
}
