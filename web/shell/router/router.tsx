// Where in the app one is, and how to go elsewhere: the browser's history as React state.
//
// Our own, because Tabstop's routes are a flat table: this is 1 kB where a general router is 12, a sixth of what a
// learner loads before the first key. The names are the usual ones. The old screen stays until the new one can be drawn.

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
  /** What the one who navigated here left for this place; survives a reload. */
  readonly state: unknown;
  /** By a link, or by the browser: its buttons, its address field, a reload. */
  readonly arrivedBy: "link" | "browser";
};

export type NavigateOptions = { readonly replace?: boolean; readonly state?: unknown };

/**
 * What stands in the browser's history for a place. `depth`: how many steps it is from the first one, so that a step
 * of the browser's buttons can be taken back.
 */
type Entry = { readonly depth: number; readonly state: unknown };

/** Asks whether this page may be left; `go` leaves it. */
type Guard = (go: () => void) => void;

/** The one page that is drawn before there is a browser. */
const start: Place = { pathname: "/", search: "", hash: "", state: null, arrivedBy: "browser" };

let current: Place | null = null;
let depth = 0;
let guard: Guard | null = null;
const followers = new Set<() => void>();
const PlaceContext = createContext<Place | null>(null);
const ParamsContext = createContext<RouteParams>({});

/** Goes to an address of this app, such as `/courses?lessonId=7` or `?search=map`. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  const url = new URL(to, location.href);
  if (url.origin !== location.origin) throw new RangeError(`${to} is not an address of this app`);
  const go = () => {
    const address = url.pathname + url.search + url.hash;
    getPlace();
    // The same address again is no new step back.
    if (replace || url.href === location.href) history.replaceState({ depth, state }, "", address);
    else history.pushState({ depth: depth + 1, state }, "", address);
    arrive("link");
  };
  if (url.pathname === location.pathname) go();
  else leave(go);
}

/** Does what leads away from this page, once the guard of what is on it has nothing against that. */
export function leave(go: () => void): void {
  if (guard === null) return go();
  guard(() => {
    guard = null;
    go();
  });
}

/**
 * Until the returned function is called, whoever is about to go to another page, by a link or by the browser's buttons,
 * is handed to `ask` and stays. Closing and reloading the page is the browser's business: see `beforeunload`.
 */
export function guardPage(ask: Guard): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

export function Router({ children }: { readonly children: ReactNode }): ReactNode {
  // Deferred: while the new screen loads, the old one stays.
  const place = useDeferredValue(useSyncExternalStore(subscribe, getPlace, () => start));
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

/** Gives the values in the route's path to the screen inside. */
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
 * The query as it is drawn, and a function that changes it (without a step back unless `replace` is false; the entry's
 * state stays). The change is handed the query of this moment, which may not be drawn yet when keys follow fast.
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

/** Goes there as soon as it is drawn. */
export function Navigate({ to, replace, state }: { readonly to: string } & NavigateOptions): ReactNode {
  useEffect(() => {
    navigate(to, { replace: replace ?? false, state });
  }, [to, replace, state]);
  return null;
}

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> &
  NavigateOptions & { readonly to: string; readonly ref?: Ref<HTMLAnchorElement> };

export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps): ReactNode {
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    // A new tab, a new window or a download is the browser's business.
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

/** A link that knows when one is there. */
export function NavLink(props: LinkProps): ReactNode {
  const { pathname } = useLocation();
  return <Link {...props} aria-current={pathname === props.to ? "page" : undefined} />;
}

function getPlace(): Place {
  current ??= here("browser");
  return current;
}

function arrive(by: Place["arrivedBy"]): void {
  current = here(by);
  for (const follow of followers) follow();
}

function moved(): void {
  const steps = entryHere().depth - depth;
  if (guard === null || location.pathname === getPlace().pathname) return arrive("browser");
  // The browser has gone already: back to the page that was left, and there again once it may be.
  history.go(-steps);
  leave(() => history.go(steps));
}

function subscribe(follow: () => void): () => void {
  if (followers.size === 0) addEventListener("popstate", moved);
  followers.add(follow);
  return () => {
    followers.delete(follow);
    if (followers.size === 0) removeEventListener("popstate", moved);
  };
}

function here(arrivedBy: Place["arrivedBy"]): Place {
  const { pathname, search, hash } = location;
  const { state, depth: here } = entryHere();
  depth = here;
  return { pathname, search, hash, state, arrivedBy };
}

function entryHere(): Entry {
  const found: unknown = history.state;
  if (isEntry(found)) return found;
  // The first page of a visit, or a link within a page: the browser made the entry itself.
  const made = { depth: current === null ? 0 : depth + 1, state: found };
  history.replaceState(made, "");
  return made;
}

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && "depth" in value && typeof value.depth === "number";
}
