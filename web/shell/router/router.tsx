// The router: the browser's history as React state.
//
// Our own, because Tabstop's routes are a flat table: 1 kB instead of 12 for a general router, which would be a sixth
// of what a learner loads before the first keystroke. The names are the usual ones. The old screen stays until the new
// one can render.

import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useContext,
  useDeferredValue,
  useEffect,
  useSyncExternalStore,
} from "react";
import type { RouteParams } from "./route-match.ts";

export type Place = {
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
  /** With its `#`, or empty. */
  readonly hash: string;
  /** The `state` given to `navigate`; survives a reload. */
  readonly state: unknown;
  /** `browser` means its buttons, its address bar or a reload. */
  readonly arrivedBy: "link" | "browser";
};

export type NavigateOptions = { readonly replace?: boolean; readonly state?: unknown };

/**
 * The state of an entry in the browser's history. `depth` counts from the first entry, so that a step can be undone.
 */
type Entry = { readonly depth: number; readonly state: unknown };

/** Asks the user whether to leave this page; `go` leaves it. */
type Guard = (go: () => void) => void;

/** The page that the build prerenders. */
const start: Place = { pathname: "/", search: "", hash: "", state: null, arrivedBy: "browser" };

let current: Place | null = null;
let depth = 0;
/** How often the user has gone from one page to another. */
let departures = 0;
let guard: Guard | null = null;
const listeners = new Set<() => void>();
const PlaceContext = createContext<Place | null>(null);
const ParamsContext = createContext<RouteParams>({});

/** Opens an address of this app, such as `/courses?lessonId=7` or `?search=map`. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  const url = new URL(to, location.href);
  if (url.origin !== location.origin) throw new RangeError(`${to} is not an address of this app`);
  const go = () => {
    const address = url.pathname + url.search + url.hash;
    getPlace();
    // The same address again adds no history entry.
    if (replace || url.href === location.href) history.replaceState({ depth, state }, "", address);
    else history.pushState({ depth: depth + 1, state }, "", address);
    arrive("link");
  };
  if (url.pathname === location.pathname) go();
  else leave(go);
}

/**
 * Whether the user is on this page: no longer, as soon as they go to another one, although this one stays on the screen
 * while that one is loading. To be asked before a navigation that the user did not ask for just now.
 */
export function isAt(pathname: string): boolean {
  return getPlace().pathname === pathname;
}

/** Runs a function that leaves this page; if there is a guard, only when the guard agrees. */
export function leave(go: () => void): void {
  if (guard === null) return go();
  guard(() => {
    guard = null;
    go();
  });
}

/**
 * Until the returned function is called, every attempt to open another page, by a link or by the browser's buttons,
 * calls `ask` instead. Closing and reloading the page are left to the browser's `beforeunload`.
 */
export function guardPage(ask: Guard): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

export function Router({ children }: { readonly children: ReactNode }): ReactNode {
  // Deferred, so that the old screen stays while the new one loads.
  const place = useDeferredValue(useSyncExternalStore(subscribe, getPlace, () => start));
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

/** Provides the values in the route's path to the screen inside. */
export function RouteParamsOf({
  params,
  children,
}: {
  readonly params: RouteParams;
  readonly children: ReactNode;
}): ReactNode {
  return <ParamsContext value={params}>{children}</ParamsContext>;
}

export function useLocation(): Place {
  const place = useContext(PlaceContext);
  if (place === null) throw new TypeError("useLocation outside of Router");
  return place;
}

export function useParams(): RouteParams {
  return useContext(ParamsContext);
}

/**
 * The query as rendered, and a function that changes it (without a new history entry unless `replace` is false; the
 * entry's state stays). The change gets the current query, which may not be rendered yet when keystrokes follow fast.
 */
export function useSearchParams(): [
  URLSearchParams,
  (change: (query: URLSearchParams) => void, options?: Pick<NavigateOptions, "replace">) => void,
] {
  const { search } = useLocation();
  const set = (change: (query: URLSearchParams) => void, { replace = true }: NavigateOptions = {}) => {
    const now = getPlace();
    const next = new URLSearchParams(now.search);
    change(next);
    navigate(next.size === 0 ? now.pathname : `${now.pathname}?${next}`, { replace, state: now.state });
  };
  return [new URLSearchParams(search), set];
}

/** Redirects when it is mounted, unless the user is on their way from this page to another one. */
export function Navigate({ to, replace, state }: { readonly to: string } & NavigateOptions): ReactNode {
  const { pathname } = useLocation();
  const isHere = useSyncExternalStore(subscribe, getPlace).pathname === pathname;
  useEffect(() => {
    if (isHere) navigate(to, { replace: replace ?? false, state });
  }, [isHere, to, replace, state]);
  return null;
}

/**
 * Opens an address `ms` after it is given, unless the user goes to another page before. Every timer that navigates is
 * here.
 */
export function useNavigateLater(to: string | null, ms: number): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (to === null) return;
    const before = departures;
    const timer = setTimeout(() => {
      if (departures === before && isAt(pathname)) navigate(to, { replace: true });
    }, ms);
    return () => clearTimeout(timer);
  }, [to, ms, pathname]);
}

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> &
  NavigateOptions & { readonly to: string; readonly ref?: Ref<HTMLAnchorElement> };

export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps): ReactNode {
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    // New tabs, new windows and downloads are left to the browser.
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (event.defaultPrevented || modified || (rest.target ?? "_self") !== "_self") return;
    event.preventDefault();
    navigate(to, { replace: replace ?? false, state });
  };
  return (
    <a {...rest} href={to} onClick={click}>
      {children}
    </a>
  );
}

function getPlace(): Place {
  current ??= here("browser");
  return current;
}

function arrive(by: Place["arrivedBy"]): void {
  const before = current?.pathname;
  current = here(by);
  if (current.pathname !== before) departures += 1;
  for (const listener of listeners) listener();
}

function onPopState(): void {
  const steps = entryHere().depth - depth;
  if (guard === null || location.pathname === getPlace().pathname) return arrive("browser");
  // The browser has already left: return to the guarded page, and repeat the step if the guard agrees.
  history.go(-steps);
  leave(() => history.go(steps));
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("popstate", onPopState);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("popstate", onPopState);
  };
}

function here(arrivedBy: Place["arrivedBy"]): Place {
  const { pathname, search, hash } = location;
  const entry = entryHere();
  depth = entry.depth;
  return { pathname, search, hash, state: entry.state, arrivedBy };
}

function entryHere(): Entry {
  const found: unknown = history.state;
  if (isEntry(found)) return found;
  // The first page of a visit, or a link to a part of a page: the browser created the entry.
  const created = { depth: current === null ? 0 : depth + 1, state: found };
  history.replaceState(created, "");
  return created;
}

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && "depth" in value && typeof value.depth === "number";
}
