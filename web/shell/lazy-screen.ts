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
        return { default: await persistently(load) };
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

/** Runs `load` until it succeeds, at most three times. */
export async function persistently<T>(
  load: () => Promise<T>,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await inTime(load());
    } catch {
      await wait(pause);
    }
  }
  try {
    return await inTime(load());
  } catch (cause) {
    throw new ScreenNotLoaded("This page could not be loaded", { cause });
  }
}

function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Nothing came within ${limitMs / 1000} s`)), limitMs);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
