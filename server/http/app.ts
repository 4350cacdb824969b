// The HTTP edge of the server. It knows the contract, principals and errors; it knows no SQL and no rules of typing or
// accounts.
//
// A request passes these steps: rewrite of its address, request id and headers, cross-origin check, authentication,
// body, schema, handler. An error in any step becomes a response of the one shape in `errors.ts`. Tests send requests
// in the process (`app.inject`), through the same steps as over a socket.

import { randomUUID } from "node:crypto";
import compress from "@fastify/compress";
import { longestPath } from "@tabstop/contract/text";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import { createCheckTimes } from "../accounts/passwords/check-password.ts";
import { createPasswordRule, type PasswordRule } from "../accounts/passwords/common-passwords.ts";
import { createPhotoImages } from "../accounts/photo/photo-image.ts";
import { getPhoto } from "../accounts/photo/profile-photo.ts";
import { createPasswords, type Passwords } from "../accounts/passwords/passwords.ts";
import { createThrottle } from "../accounts/passwords/throttle.ts";
import { createTokens, type Tokens } from "../accounts/sessions/tokens.ts";
import type { CourseReader } from "../authoring/course-reader.ts";
import type { Colours } from "../learning/colours/highlighter.ts";
import { type Landing, openLanding } from "../learning/home/landing.ts";
import { openReplayer, type Replayer, type ReplayerOptions } from "../learning/evidence/replayer.ts";
import { createStarts } from "../learning/evidence/start.ts";
import { publicUrl, type Settings } from "../settings.ts";
import type { Store } from "../store/store.ts";
import { dependsOnAccept, isApiPath, routedUrl } from "./addresses.ts";
import { responseCompiler } from "./response-schemas.ts";
import { serveApiDocs } from "./docs/api-docs.ts";
import { guardBodies } from "./bodies.ts";
import { builtFiles } from "./pages/built-file.ts";
import { createRateLimits, runsPerDay } from "../accounts/rate-limits.ts";
import { defaultBodyLimit, type Handlers, longestBodyTimeoutMs, serveEndpoints } from "./endpoints.ts";
import { refuseRequest, tookTooLong } from "./client-errors.ts";
import { connectionLimit, limitConnections } from "./connections.ts";
import { allowOrigins } from "./cross-origin.ts";
import { type ErrorResponse, errorResponse, malformed, notFound } from "./errors.ts";
import { parseJsonBody } from "./json-body.ts";
import { serveMedia } from "./media.ts";
import { serveOpenApi } from "./docs/openapi.ts";
import { levelOfFailure, logRequests, RequestLog } from "./request-log.ts";
import { type Deps, routes } from "./routes.ts";
import { securityHeaders } from "./security-headers.ts";
import { addVary } from "./vary.ts";
import type { ReadReleaseFile } from "./pages/released.ts";
import { serveWebApp } from "./pages/web-app.ts";

type AppOptions = {
  readonly store: Store;
  readonly settings: Settings;
  /** Signs tokens. */
  readonly secretKey: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** The built web app. */
  readonly webFolder: string;
  /** Shared by everything that hashes in this process, so that one limit applies. */
  readonly passwords?: Passwords;
  /** Reads course files for the import. The caller closes it. */
  readonly reader: CourseReader;
  /** Called after COMMIT when there is code without colours and constructs. */
  readonly codeChanged: () => void;
  /** Called after COMMIT when a change of content may have left rows to be cleared. */
  readonly contentChanged: () => void;
  /** The colours of code that is not stored. */
  readonly colours: Colours;
  /** Finds the constructs of an example that are needed now. */
  readonly ensureConstructs?: Deps["ensureConstructs"];
  /** For tests: how long a result waits for the replay of its log. */
  readonly replays?: ReplayerOptions;
  /** Called after COMMIT when there is mail to send. */
  readonly mailQueued: () => void;
  /** Reads files of the web app of other releases. */
  readonly readReleased?: ReadReleaseFile;
  /** Whether the server has received a signal to stop: `/api/ready` says no, and every response closes its connection. */
  readonly isStopping?: () => boolean;
  /** Replaces the product's own handlers. */
  readonly handlers?: Handlers;
};

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { store, settings, now } = options;
  const headers = securityHeaders(settings);
  const app = createInstance(options, headers);
  limitConnections(app.server, {
    perAddress: settings.connectionsPerAddress,
    total: connectionLimit(),
    trustProxy: settings.trustProxy,
  });
  addHooks(app, headers, options.isStopping);
  allowOrigins(app, settings.allowedOrigins);
  logRequests(app);
  guardBodies(app, (reply) => {
    if (!reply.sent)
      sendError(reply.header("connection", "close"), { status: 408, headers: {}, body: tookTooLong });
  });
  handleErrors(app);
  // Awaited, since it applies only to routes that are added after it is loaded.
  await app.register(compress, {
    threshold: 1024,
    encodings: ["br", "gzip"],
    globalDecompression: false,
  });
  serveOpenApi(app);
  const tokens = await createTokens(options.secretKey);
  const passwordRule = await createPasswordRule({ refuseCommon: settings.refuseCommonPasswords });
  const replayer = openReplayer(options.replays);
  app.addHook("onClose", replayer.close);
  const landing = openLanding({ store, now });
  app.register(async (scope) => {
    // Before the response, so that an admin who deleted a course does not see it any more. Only after a success: others
    // must not be able to cause reads.
    scope.addHook("onSend", async ({ method, url }, { statusCode }) => {
      if (statusCode < 400 && method !== "GET" && url.startsWith("/api/admin/")) landing.forget();
    });
    serveEndpoints(
      scope,
      options.handlers ?? routes(depsOf(options, { tokens, passwordRule, replayer, landing })),
      {
        authenticate: (authorization) => authenticate({ store, tokens, now }, authorization),
        limitRate: settings.rateLimits
          ? createRateLimits({ now, store: store.dialect === "postgres" ? store : null, log: options.log })
          : () => null,
      },
    );
  });
  serveMedia(app, (name) => getPhoto({ store }, name));
  const read = builtFiles(options.webFolder);
  serveApiDocs(app, read);
  serveWebApp(app, {
    folder: options.webFolder,
    read,
    socialLinks: settings.socialLinks,
    landing: landing.readSoon,
    readReleased: options.readReleased ?? (async () => null),
    runtime: () => ({
      "api-base": settings.apiBaseUrl,
      "public-url": publicUrl(settings, portOf(app) ?? settings.port),
      registration: settings.registration.kind === "closed" ? "closed" : null,
      "upload-widget": settings.cloudinary ? "cloudinary" : null,
    }),
  });
  await app.ready();
  return app;
}

/** The port on which it listens; null before it does. */
export function portOf(app: FastifyInstance): number | null {
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : null;
}

type Headers = Readonly<Record<string, string>>;

function createInstance({ log, settings: { trustProxy } }: AppOptions, headers: Headers): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new RequestLog(),
    // Node draws these from a pool of random bytes, at a tenth of the cost of asking the system for each.
    genReqId: () => randomUUID(),
    rewriteUrl: ({ method, url, headers: { accept } }) => routedUrl({ method, url, accept }),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: defaultBodyLimit,
    // A damaged reset link is an invalid link, not a missing page.
    routerOptions: { maxParamLength: longestPath },
    // Longer than proxies keep an idle connection (nginx and HAProxy: 60 s and less), so that they close it and never send
    // a request over a connection that the server is closing.
    keepAliveTimeout: 75_000,
    // After this time a request must have arrived completely. Most endpoints allow less (`guardBodies`).
    requestTimeout: longestBodyTimeoutMs,
    connectionTimeout: 60_000,
    http: {
      headersTimeout: 15_000,
      maxHeaderSize: longestPath,
      connectionsCheckingInterval: 5_000,
      // Node's own refusal has neither a body nor our headers; `onRequest` refuses instead.
      requireHostHeader: false,
    },
    // While the server closes, requests over open connections still get a response; then the connection is closed.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      setHeaders(reply, headers);
      sendError(reply, errorResponse(error, request.id));
    },
    clientErrorHandler: (error, socket) => {
      const requestId = randomUUID();
      log.info({ requestId, code: error.code }, "not a valid request");
      refuseRequest(error, socket, { ...headers, "x-request-id": requestId });
    },
  });
  // Node refuses an `Expect` header that it does not know, without our headers. The request is served instead.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(responseCompiler);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async ({ routeOptions }: FastifyRequest, bytes: Buffer) =>
      routeOptions.config.isBodyLarge && bytes.length > 0
        ? bytes
        : parseJsonBody(bytes, {
            lenient: routeOptions.config.lenientFields,
            idLists: routeOptions.config.idLists,
          }),
  );
  return app;
}

function addHooks(app: FastifyInstance, headers: Headers, isStopping = () => false): void {
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.addHook("onRequest", async (request, reply) => {
    setHeaders(reply, headers);
    if (request.headers.host === undefined && request.raw.httpVersion === "1.1")
      throw malformed("The request has no Host header.");
    if (isApiPath(request.url)) reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    if (dependsOnAccept(request.originalUrl)) addVary(reply, "Accept");
  });
  app.addHook("onSend", async (_request, reply) => {
    if (closing || isStopping()) reply.header("connection", "close");
  });
}

function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const response = errorResponse(error, request.id);
    if (response.status >= 500) request.log[levelOfFailure(request, error)]({ err: error }, "request failed");
    return sendError(reply, response);
  });
  app.setNotFoundHandler((request, reply) => {
    reply.header("cache-control", "no-store");
    return sendError(reply, errorResponse(notFound(), request.id));
  });
}

function depsOf(
  { settings, secretKey, ...options }: AppOptions,
  made: {
    readonly tokens: Tokens;
    readonly passwordRule: PasswordRule;
    readonly replayer: Replayer;
    readonly landing: Landing;
  },
): Deps {
  const { store, now } = options;
  return {
    ...options,
    ...made,
    isStopping: options.isStopping ?? (() => false),
    ensureConstructs: options.ensureConstructs ?? (async () => false),
    passwords: options.passwords ?? createPasswords(),
    checkTimes: createCheckTimes(),
    throttle: createThrottle({ store, now, secretKey, on: settings.rateLimits }),
    starts: createStarts(secretKey),
    photoImages: createPhotoImages(),
    photoHosts: settings.photoHosts,
    keepRunsDays: settings.keepRunsDays,
    runsPerDay: settings.rateLimits ? runsPerDay : Number.POSITIVE_INFINITY,
    board: settings.board,
    cloudinary: settings.cloudinary,
    registration: settings.registration,
  };
}

function setHeaders(reply: FastifyReply, headers: Headers): void {
  reply.headers({ ...headers, "x-request-id": reply.request.id });
}

function sendError(reply: FastifyReply, { status, headers, body }: ErrorResponse): FastifyReply {
  // The failed response may have set these already.
  for (const name of ["etag", "last-modified", "content-encoding", "content-disposition"])
    reply.removeHeader(name);
  return reply
    .code(status)
    .headers({ "cache-control": "no-store", ...headers })
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(body));
}
