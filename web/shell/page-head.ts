// What a page says about itself in the head, and that a new page takes the focus: used by every screen, once, when it
// has something to show.

import { useEffect, useRef } from "react";
import { useLocation } from "./router.tsx";
import { pageSetting } from "./page-settings.ts";
import { fullTitle } from "./page-title.ts";
import { siteData } from "./structured-data.ts";
import { structuredDataText } from "./trusted-types.ts";

export type PageHead = {
  readonly title: string;
  readonly description?: string;
  /** An absolute address, or a path on the public address. */
  readonly canonical?: string;
  readonly openGraph?: {
    readonly title?: string;
    readonly description?: string;
    /** `website` unless said. */
    readonly type?: string;
    readonly url?: string;
    readonly image?: string;
  };
  readonly structuredData?: object;
  /** False keeps search engines out: pages behind a gate. */
  readonly indexed?: boolean;
};

const defaultOpenGraphDescription = "Learn programming through interactive exercises";
const defaultDescription =
  "Practise programming syntax by typing real code examples, character by character.";

let focusedPath: string | null = null;

export function usePageHead(head: PageHead): void {
  const { pathname } = useLocation();
  const text = JSON.stringify(head);
  useEffect(() => applyHead(JSON.parse(text) as PageHead), [text]);

  // A link was followed: a screen reader begins at the new page's heading. The first page of a visit begins at its top.
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) return;
    first.current = false;
    if (focusedPath !== null && focusedPath !== pathname) focusHeading();
    focusedPath = pathname;
  }, [pathname]);
}

function applyHead({
  title,
  description,
  canonical,
  openGraph,
  structuredData,
  indexed = true,
}: PageHead): void {
  const full = fullTitle(title);
  document.title = full;
  setMeta("name", "description", description ?? defaultDescription);
  setMeta("name", "robots", indexed ? null : "noindex");
  setLink("canonical", canonical === undefined ? null : publicAddress(canonical));
  const og = openGraph ?? {};
  setMeta("property", "og:title", og.title ?? full);
  setMeta("property", "og:description", og.description ?? description ?? defaultOpenGraphDescription);
  setMeta("property", "og:type", og.type ?? "website");
  setMeta("property", "og:url", og.url ?? (canonical === undefined ? null : publicAddress(canonical)));
  setMeta("property", "og:image", og.image === undefined ? null : publicAddress(og.image));
  setStructuredData("page-structured-data", structuredData);
}

/** Called once at the start: the structured data of the whole site. */
export function startPageHead(): void {
  setStructuredData("site-structured-data", siteData(publicUrl(), pageSetting("social-links") ?? ""));
}

/** The address that the server calls its own, else the one that the page came from. */
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
  // A field that asked for the focus keeps it.
  if (!main || main.contains(document.activeElement)) return;
  const heading = main.querySelector<HTMLElement>("h1") ?? main;
  if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
