// `/api/docs`: every call of the API, to be read by people. Made from the very document that `/api/openapi.json` prints,
// so that the two cannot differ; the page around it (head, style, theme) is a file of the web app's build.

import { type EndpointName, endpoints } from "@tabstop/contract/endpoints";
import type { FastifyInstance } from "fastify";
import type { ReadBuiltFile } from "../pages/built-file.ts";
import { escaped } from "../pages/page-head.ts";
import { type Schema, typeText } from "./type-text.ts";

/** Where the page takes the text. */
const docsMarker = "<!--tabstop:api-docs-->";

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
type Parameter = { readonly name: string; readonly in: string; readonly schema?: Schema };
type Operation = {
  readonly operationId: string;
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
};
type ApiDocument = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

const groups: readonly { readonly name: string; readonly title: string }[] = [
  { name: "auth", title: "Accounts" },
  { name: "courses", title: "Courses and progress" },
  { name: "admin", title: "Administration" },
  { name: "", title: "For developers and operators" },
];

export function serveApiDocs(app: FastifyInstance, read: ReadBuiltFile): void {
  let kept: { readonly version: string; readonly html: string } | null = null;
  app.get("/api/docs", { schema: { hide: true } }, async (_request, reply) => {
    const page = await read("api-docs.html");
    if (kept?.version !== page.version) {
      // What is served does not change while the server runs.
      const text = docsOf(app.swagger() as unknown as ApiDocument);
      kept = { version: page.version, html: page.text.replace(docsMarker, () => text) };
    }
    return reply.type("text/html; charset=utf-8").send(kept.html);
  });
}

/** The text of the page, as HTML. */
function docsOf(document: ApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groupOf = (path: string) => {
    const first = path.split("/")[2] ?? "";
    return groups.some(({ name }) => name === first) ? first : "";
  };
  const shown = groups
    .map((group) => ({ ...group, calls: calls.filter(({ path }) => groupOf(path) === group.name) }))
    .filter((group) => group.calls.length > 0);
  const contents = shown.map(
    (group) =>
      `<section><h2>${escaped(group.title)}</h2><ul>${group.calls.map(contentsEntry).join("")}</ul></section>`,
  );
  const sections = shown.map(
    (group) => `<section><h2>${escaped(group.title)}</h2>${group.calls.map(callSection).join("")}</section>`,
  );
  return (
    `<nav class="docs-contents" aria-label="Calls">${contents.join("")}</nav>` +
    `<div class="docs-calls">${sections.join("")}</div>`
  );
}

type Call = { readonly path: string; readonly method: string; readonly operation: Operation };

function contentsEntry({ path, method, operation }: Call): string {
  return `<li><a href="#${escaped(operation.operationId)}"><b>${method}</b> ${breakable(path)}</a></li>`;
}

function callSection({ path, method, operation }: Call): string {
  const { operationId, summary = "", parameters = [], requestBody, responses } = operation;
  return [
    `<article id="${escaped(operationId)}" tabindex="-1">`,
    `<h3><span class="docs-method">${method}</span> ${breakable(path)}</h3>`,
    `<p>${escaped(summary)}. <span class="t3">${accessText(operationId)}</span></p>`,
    parameters.length === 0 ? "" : part("Part of the address", parametersText(parameters)),
    requestBody === undefined ? "" : bodyPart("Sends", requestBody.content),
    ...Object.entries(responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, { content }]) => bodyPart(`Answers ${status}`, content ?? {})),
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

function parametersText(parameters: readonly Parameter[]): string {
  return parameters.map(({ name, schema }) => `${name}: ${typeText(schema ?? {})}`).join("\n");
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
  if (access === "open") return "Open to everybody.";
  return access === "admin"
    ? "For admins, with an access token as bearer."
    : "With an access token as bearer.";
}

/** A path that may be broken at its slashes. */
function breakable(path: string): string {
  return `<code>${escaped(path).replaceAll("/", "<wbr>/")}</code>`;
}
