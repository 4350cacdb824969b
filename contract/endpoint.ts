// What the literal of an endpoint declares. The server, the client, `/api/openapi.json` and the tests all read it
// there; nothing about an endpoint is guessed from its name or path.

import type * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";

/**
 * What the product stores, as far as a client shows it. A write makes everything outdated that reads one of the parts
 * that it changes:
 * - `content`: courses, lessons, chapters and examples;
 * - `results`: progress, times and everything counted from them;
 * - `accounts`: names, photos and roles of users, and how many there are;
 * - `sessions`: where a user is logged in;
 * - `preferences`: what a user chose for all their devices;
 * - `memory`: what a learner remembers, and when it is due.
 */
export type StoredPart = "content" | "results" | "accounts" | "sessions" | "preferences" | "memory";

/** Every write says what it changes; a POST that only computes a response changes nothing. */
type Effect =
  | { readonly method: "GET"; readonly reads: readonly StoredPart[] }
  | { readonly method: "POST" | "PUT" | "DELETE"; readonly changes: readonly StoredPart[] };

/** Which of the limits on requests of one user counts a request; `server/accounts/rate-limits.ts` has the numbers. */
export type RateClass = "imports" | "colours" | "uploads" | "exports" | "others";

/**
 * Who may send a request:
 * - `open`: anyone; no token is read, and no rate limit of a user applies;
 * - `learner`: a user with a valid access token as bearer;
 * - `admin`: the same, if the account is an admin's at the moment of the request.
 */
type Permission =
  | { readonly access: "open"; readonly rateClass: null }
  | { readonly access: "learner" | "admin"; readonly rateClass: RateClass };

export type Endpoint = Permission &
  Effect & {
    /** A template such as `/courses/lessons/:lessonId`, without the `/api` prefix. */
    readonly path: `/${string}`;
    /** The group in `/api/openapi.json`. */
    readonly tag: "auth" | "courses" | "review" | "admin" | "site";
    /** One line for `/api/openapi.json` and `/api/docs`, without a full stop. */
    readonly summary: string;
    /** The response of `file` is a download. The request of `multipart` has one file, in the field `profilePhoto`. */
    readonly kind: "json" | "file" | "multipart";
    /** One schema for each name in `path`. */
    readonly params?: z.ZodMiniObject;
    /** The parameters that its query string may have, all optional; others are ignored. */
    readonly query?: z.ZodMiniObject;
    readonly body?: z.ZodMiniType;
    /** Fields of the body of which no value is a reason to refuse the request: their schemas take anything. */
    readonly lenientFields?: readonly string[];
    /** Fields of the body that are lists of up to 10,000 ids; other lists have at most 2,000 entries. */
    readonly idLists?: readonly string[];
    /** The body can be so large that a worker thread parses it, called by the handler, which receives the bytes. */
    readonly isBodyLarge?: true;
    /** In bytes. */
    readonly bodyLimit: number;
    /** How long the body may take to arrive, in ms. */
    readonly bodyTimeoutMs: number;
    /** The status of a successful response. */
    readonly status: 200 | 201;
    readonly response: z.ZodMiniType;
    /** Whether a long response may be compressed. */
    readonly compress: boolean;
    /**
     * The codes that this endpoint adds to those that any may respond with: 400, 413, 415, 429, 500 and 503, and 401
     * where a token is needed; see `errors.ts`.
     */
    readonly errors: readonly ErrorCode[];
  };
