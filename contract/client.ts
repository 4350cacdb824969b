// The typed client of the API: `client("getLesson", { params: { lessonId: 7 } })` resolves to a Lesson or throws an
// ApiError.
//
// It knows neither React nor storage. Tokens come from the `session` that it is made with. Of the schemas it uses the
// types only, so that none of them is loaded in the browser.

import { endpointTable } from "./endpoint-table.ts";
import type { EndpointName, FileEndpoint, Params, Query, RequestBody, ResponseOf } from "./endpoints.ts";
import type { ErrorBody, ErrorCode } from "./errors.ts";
import { fillPath } from "./paths.ts";

/** What a request needs: `params` where the path has names, `body` where the endpoint takes one, `query` if it is wanted. */
type Input<N extends EndpointName> = ([keyof Params<N>] extends [never]
  ? unknown
  : { readonly params: Params<N> }) &
  ([keyof Query<N>] extends [never] ? unknown : { readonly query?: Query<N> }) &
  (RequestBody<N> extends undefined ? unknown : { readonly body: RequestBody<N> });

type RequestOptions = {
  readonly signal?: AbortSignal;
  /** Lets the request finish after the page is left, such as in the middle of a run. */
  readonly keepalive?: boolean;
};

export type SessionOfClient = {
  /** The access token, or null when no user is logged in. */
  token(): string | null;
  /**
   * Called when a request with a token got a 401. Resolves to a new token, with which the request is sent once more, or
   * to null when there is none. It ends the session itself when the refresh token is no longer valid.
   */
  renew(refused: { readonly token: string; readonly message: string }): Promise<string | null>;
};

type ClientOptions = {
  /** Where the API is, with or without a trailing slash or `/api`: `""`, `https://api.example.org`, `/api/`. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly session?: SessionOfClient;
};

export type Client = <N extends EndpointName>(
  name: N,
  ...rest: unknown extends Input<N>
    ? [input?: undefined, options?: RequestOptions]
    : [input: Input<N>, options?: RequestOptions]
) => Promise<N extends FileEndpoint ? DownloadedFile : ResponseOf<N>>;

/** A file from the server: its bytes, unchanged, and its name ('' if the server sends none). */
export type DownloadedFile = { readonly name: string; readonly content: Blob };

/** The server refused the request. `message` is the sentence for people in its response, or ''. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly details: NonNullable<ErrorBody["details"]>;
  /** From the Retry-After header; null without it. */
  readonly retryAfterS: number | null;
  /** The whole response, for endpoints whose errors have more fields (`current`, `errors`, `results`). */
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

/** There is no response from the server: no network, a time-out, or a response from another machine in between. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

/**
 * Where the API is, from a base address. `""` and `"/"` mean the same origin; a trailing slash or `/api` makes no
 * difference.
 */
export function apiRoot(baseUrl: string): string {
  return `${baseUrl.replace(/\/+$/, "").replace(/\/api$/, "")}/api`;
}

export function createClient({ baseUrl, fetch, session }: ClientOptions): Client {
  const root = apiRoot(baseUrl);

  const client = async (
    name: EndpointName,
    input: {
      params?: Record<string, string | number>;
      query?: Record<string, string | number | undefined>;
      body?: unknown;
    } = {},
    options: RequestOptions = {},
  ): Promise<unknown> => {
    const { method, path, access } = endpointTable[name];
    const url = root + fillPath(path, input.params ?? {}) + queryText(input.query ?? {});

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
    let response = await send(token);
    if (response.status === 401 && token !== null && session) {
      const message = isErrorBody(response.body) ? response.body.error : "";
      const renewed = await session.renew({ token, message });
      if (renewed !== null) response = await send(renewed);
    }
    if (response.status < 200 || response.status >= 300)
      throw new ApiError(response.status, response.body, response.retryAfterS);
    return response.body;
  };
  return client as unknown as Client;
}

/** `?userId=7`; empty without parameters. */
function queryText(query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return given.length === 0 ? "" : `?${given.join("&")}`;
}

type RawResponse = { readonly status: number; readonly body: unknown; readonly retryAfterS: number | null };

async function request(fetchFunction: typeof fetch, url: string, init: RequestInit): Promise<RawResponse> {
  let response: Response;
  let text: string;
  try {
    response = await fetchFunction(url, init);
    const disposition = response.headers.get("content-disposition");
    if (response.ok && disposition?.startsWith("attachment"))
      // As bytes, since reading it as text would drop the byte order mark by which spreadsheets recognise UTF-8.
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
  // Something else responded, such as the login page of a hotel's network: the request has not reached the server.
  if (response.ok && !isJson) throw new NetworkError("The response is not from the server");
  const seconds = Number(response.headers.get("retry-after") ?? "");
  return {
    status: response.status,
    body: isJson ? parseJson(text) : text,
    retryAfterS: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
  };
}

/** The file name in a Content-Disposition header; `filename*`, which may be in any script, comes first (RFC 6266). */
function fileNameIn(disposition: string): string {
  const encoded = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    // Not encoded as our server does it: use the plain name.
  }
  return /;\s*filename="([^"]*)"/i.exec(disposition)?.[1] ?? "";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // A connection that was cut in the middle of the body.
    throw new NetworkError("The server's response was cut off", { cause });
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "error" in body && typeof body.error === "string";
}
