// Screens that load when they are first shown: tried again when a chunk does not come, given up after 120 s.

import { type ComponentType, createElement, lazy } from "react";

const pausesMs = [500, 2_000];
const limitMs = 120_000;

/** A chunk of the app did not come, in time or at all: the page has to be loaded again. */
export class ScreenNotLoaded extends Error {
  override readonly name = "ScreenNotLoaded";
}

const failed = new Set<() => void>();

export function lazyScreen(load: () => Promise<ComponentType>): ComponentType {
  const fresh = () =>
    lazy(async () => {
      try {
        return { default: await withRetry(load) };
      } catch (error) {
        failed.add(() => {
          Screen = fresh();
        });
        throw error;
      }
    });
  let Screen = fresh();
  return function LazyScreen() {
    return createElement(Screen);
  };
}

/** React keeps a failure for good: whoever comes back to such a screen gets a new try. */
export function forgetFailures(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * Runs `load` until it succeeds, at most three times and 120 s in all: a browser that is asked again for a file that has
 * not come gives the same promise, so there is no second try for one that hangs.
 */
export async function withRetry<T>(
  load: () => Promise<T>,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<T> {
  try {
    return await inTime(tryAgain(load, wait));
  } catch (cause) {
    throw new ScreenNotLoaded("This page could not be loaded", { cause });
  }
}

async function tryAgain<T>(load: () => Promise<T>, wait: (ms: number) => Promise<void>): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await load();
    } catch {
      await wait(pause);
    }
  }
  return load();
}

function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Nothing came within ${limitMs / 1000} s`)), limitMs);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
