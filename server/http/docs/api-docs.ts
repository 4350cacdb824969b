// `/api/docs`: every endpoint of the API, for people to read. It is made from the document of `/api/openapi.json`, so
// that the two cannot differ. The page around it (head, style, theme) is a file of the built web app.

import type { Endpoint } from "@tabstop/contract/endpoint";
import { type EndpointName, endpoints } from "@tabstop/contract/endpoints";
import type { FastifyInstance } from "fastify";
import type { ReadBuiltFile } from "../pages/built-file.ts";
import { escaped } from "../pages/page-head.ts";
import { type Schema, typeText } from "./type-text.ts";

/** Replaced in the page by the text. */
const docsMarker = "<!--tabstop:api-docs-->";

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
};
type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
};
type ApiDocument = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

const groups = [
  { tag: "auth", title: "Accounts" },
  { tag: "courses", title: "Courses and progress" },
  { tag: "review", title: "Memory" },
  { tag: "admin", title: "Administration" },
  { tag: "site", title: "For developers and operators" },
] as const satisfies readonly { readonly tag: Endpoint["tag"]; readonly title: string }[];

export function serveApiDocs(app: FastifyInstance, read: ReadBuiltFile): void {
  let cached: { readonly version: string; readonly html: string } | null = null;
  app.get("/api/docs", { schema: { hide: true } }, async (_request, reply) => {
    const page = await read("api-docs.html");
    if (cached?.version !== page.version) {
      // The endpoints do not change while the server runs.
      const text = docsOf(app.swagger() as unknown as ApiDocument);
      cached = { version: page.version, html: page.text.replace(docsMarker, () => text) };
    }
    return reply.type("text/html; charset=utf-8").send(cached.html);
  });
}

/** The text of the page as HTML. */
function docsOf(document: ApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const shown = groups
    .map(({ tag, title }) => ({
      title,
      operations: operations.filter(({ operation }) => operation.tags.includes(tag)),
    }))
    .filter((group) => group.operations.length > 0);
  const contents = shown.map(
    (group) =>
      `<section><h2>${escaped(group.title)}</h2><ul>${group.operations.map(contentsEntry).join("")}</ul></section>`,
  );
  const sections = shown.map(
    (group) =>
      `<section><h2>${escaped(group.title)}</h2>${group.operations.map(endpointSection).join("")}</section>`,
  );
  return (
    `<nav class="docs-contents" aria-label="Endpoints">${contents.join("")}</nav>` +
    `<div class="docs-endpoints">${sections.join("")}</div>`
  );
}

type Shown = { readonly path: string; readonly method: string; readonly operation: Operation };

function contentsEntry({ path, method, operation }: Shown): string {
  return `<li><a href="#${escaped(operation.operationId)}"><b>${method}</b> ${breakable(path)}</a></li>`;
}

function endpointSection({ path, method, operation }: Shown): string {
  const { operationId, summary = "", parameters = [], requestBody, responses } = operation;
  return [
    `<article id="${escaped(operationId)}" tabindex="-1">`,
    `<h3><span class="docs-method">${method}</span> ${breakable(path)}</h3>`,
    `<p>${escaped(summary)}. <span class="t3">${accessText(operationId)}</span></p>`,
    parametersPart("Path parameters", parameters, "path"),
    parametersPart("Query parameters", parameters, "query"),
    requestBody === undefined ? "" : bodyPart("Request", requestBody.content),
    ...Object.entries(responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, { content }]) => bodyPart(`Response ${status}`, content ?? {})),
    errorTable(responses),
    "</article>",
  ].join("");
}

function bodyPart(title: string, content: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const isJson = type === "application/json";
      return part(isJson ? title : `${title}, ${type}`, typeText(schema ?? {}));
    })
    .join("");
}

function part(title: string, text: string): string {
  return `<h4>${escaped(title)}</h4><pre tabindex="0" aria-label="${escaped(title)}">${escaped(text)}</pre>`;
}

function parametersPart(title: string, parameters: readonly Parameter[], place: string): string {
  const here = parameters.filter((parameter) => parameter.in === place);
  const lines = here.map(
    ({ name, required, schema }) => `${name}${required ? "" : "?"}: ${typeText(schema ?? {})}`,
  );
  return here.length === 0 ? "" : part(title, lines.join("\n"));
}

function errorTable(responses: Operation["responses"]): string {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(
      ([status, { description }]) =>
        `<tr><th scope="row">${status}</th><td>${escaped(description)}</td></tr>`,
    );
  if (rows.length === 0) return "";
  return `<table><caption>Errors</caption><thead><tr><th scope="col">Status</th><th scope="col">Code</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function accessText(operationId: string): string {
  const access = endpoints[operationId as EndpointName]?.access;
  if (access === "open") return "Open to everyone.";
  return access === "admin"
    ? "For admins, with an access token as bearer."
    : "With an access token as bearer.";
}

/** A path with possible line breaks at its slashes. */
function breakable(path: string): string {
  return `<code>${escaped(path).replaceAll("/", "<wbr>/")}</code>`;
}
