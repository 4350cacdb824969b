// What a slice and the HTTP edge agree on: the parts of a request that a use case may see, and what it returns. No
// slice sees a header, a status or the reply.

import type { Readable } from "node:stream";
import type {
  EndpointName,
  endpoints,
  FileEndpoint,
  ParsedBody,
  HandlerResult,
  ParsedParams,
  ParsedQuery,
} from "@tabstop/contract/endpoints";
import type { Principal } from "./principal.ts";

type Endpoints = typeof endpoints;

type EndpointRequest<N extends EndpointName> = {
  readonly params: ParsedParams<N>;
  /** The bytes of a large body, which the use case has parsed in a worker thread. */
  readonly body: Endpoints[N] extends { readonly isBodyLarge: true } ? Uint8Array : ParsedBody<N>;
  /** The file of a multipart endpoint. */
  readonly file: Endpoints[N] extends { readonly kind: "multipart" } ? Uint8Array : null;
  /** The query string's parameters: checked where the endpoint declares them, else as they are. */
  readonly query: Endpoints[N] extends { readonly query: unknown }
    ? ParsedQuery<N>
    : Readonly<Record<string, unknown>>;
  /** null for the open endpoints, which read no token. */
  readonly principal: Endpoints[N]["access"] extends "open" ? null : Principal;
  /** The client's IP address, also behind trusted proxies. */
  readonly address: string;
  /** '' when there is none. */
  readonly userAgent: string;
  readonly requestId: string;
};

/** A file to save. */
export type FileResponse = {
  readonly contentType: string;
  /** The file's name, in any script. */
  readonly name: string;
  /** For programs that read only `filename`: printable ASCII without quotes or backslashes. */
  readonly asciiName: string;
  /** When a stream fails, the response breaks off. */
  readonly content: string | Buffer | Readable;
};

export type Handler<N extends EndpointName> = (
  request: EndpointRequest<N>,
) => Promise<N extends FileEndpoint ? FileResponse : HandlerResult<N>>;

/** The handlers of the endpoints in a contract file, such as `HandlersOf<typeof accounts>`. */
export type HandlersOf<Part> = { readonly [N in keyof Part & EndpointName]: Handler<N> };
