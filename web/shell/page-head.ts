// Sets the head of a page and moves the focus to a new page. Every screen uses it once, when it has something to show.
// The server has already written the first page's head, from the same list of routes; the structured data about the
// whole site stays in it.

import { useEffect, useRef } from "react";
import { useLocation } from "./router/router.tsx";
import { pageSetting } from "./browser/page-settings.ts";
import { fullTitle } from "./page-title.ts";
import { findRoute } from "./router/route-match.ts";
import { defaultDescription, defaultOpenGraphDescription, routes } from "./router/routes.ts";
import { structuredDataText } from "./browser/trusted-types.ts";

export type PageHead = {
  readonly title: string;
  /** The route's description by default. */
  readonly description?: string;
  /** An absolute address, or a path on the public address. By default the route's path, or none if not indexed. */
  readonly canonical?: string;
  readonly openGraph?: {
    readonly title?: string;
    readonly description?: string;
    /** `website` by default. */
    readonly type?: string;
    readonly url?: string;
    /** An absolute address, or a path on the public address. By default the picture of the product. */
    readonly image?: string;
  };
  readonly structuredData?: object;
  /** When false, search engines must not list the page, such as one behind a gate. The route's value by default. */
  readonly indexed?: boolean;
};

/** The same picture as in the head that the server writes. */
const sharePicture = "/share.png";

let focusedPath: string | null = null;

export function usePageHead(head: PageHead): void {
  const { pathname } = useLocation();
  const text = JSON.stringify(head);
  useEffect(() => applyHead(JSON.parse(text) as PageHead, pathname), [text, pathname]);

  // After a link, a screen reader starts at the new page's heading. The first page of a visit starts at its top.
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) return;
    first.current = false;
    if (focusedPath !== null && focusedPath !== pathname) focusHeading();
    focusedPath = pathname;
  }, [pathname]);
}

function applyHead(head: PageHead, pathname: string): void {
  const route = findRoute(routes, pathname)?.route;
  const isIndexed = head.indexed ?? route?.isIndexed ?? false;
  const description = head.description ?? route?.description;
  const canonical = head.canonical ?? (isIndexed ? route?.path : undefined);
  const address = canonical === undefined ? null : publicAddress(canonical);
  const title = fullTitle(head.title);
  document.title = title;
  setMeta("name", "description", description ?? defaultDescription);
  setMeta("name", "robots", isIndexed ? null : "noindex");
  setLink("canonical", address);
  const og = head.openGraph ?? {};
  setMeta("property", "og:title", og.title ?? title);
  setMeta("property", "og:description", og.description ?? description ?? defaultOpenGraphDescription);
  setMeta("property", "og:type", og.type ?? "website");
  setMeta("property", "og:url", og.url ?? address);
  setMeta("property", "og:image", publicAddress(og.image ?? sharePicture));
  setStructuredData("page-structured-data", head.structuredData);
}

/** The public address from the server's settings, else the origin of the page. */
function publicUrl(): string {
  return (pageSetting("public-url") || location.origin).replace(/\/+$/, "");
}

function publicAddress(path: string): string {
  return new URL(path, publicUrl()).href;
}

function setMeta(kind: "name" | "property", name: string, content: string | null): void {
  const found = document.head.querySelector(`meta[${kind}="${name}"]`);
  if (content === null) return found?.remove();
  const meta = found ?? document.head.appendChild(document.createElement("meta"));
  meta.setAttribute(kind, name);
  meta.setAttribute("content", content);
}

function setLink(rel: string, href: string | null): void {
  const found = document.head.querySelector(`link[rel="${rel}"]`);
  if (href === null) return found?.remove();
  const link = found ?? document.head.appendChild(document.createElement("link"));
  link.setAttribute("rel", rel);
  link.setAttribute("href", href);
}

function setStructuredData(id: string, data: object | undefined): void {
  document.getElementById(id)?.remove();
  if (!data) return;
  const script = document.createElement("script");
  script.type = "application/ld+json";
  script.id = id;
  script.textContent = structuredDataText(JSON.stringify(data));
  document.head.append(script);
}

function focusHeading(): void {
  const main = document.querySelector("main");
  // A field that already has the focus keeps it.
  if (!main || main.contains(document.activeElement)) return;
  const heading = main.querySelector<HTMLElement>("h1") ?? main;
  if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
