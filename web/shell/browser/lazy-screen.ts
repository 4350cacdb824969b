// Screens that are loaded when they are first shown. A chunk that fails to load is tried again, for at most 120 s.

import { type ComponentType, createElement, lazy } from "react";
import { within } from "./within.ts";

const pausesMs = [500, 2_000];
const limitMs = 120_000;

/** A chunk of the app did not load in time. The page has to be loaded again. */
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

/** Gives failed screens another try when they are next shown; otherwise React would remember the failure. */
export function forgetFailures(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * Runs `load` until it succeeds, at most three times and for 120 s in all. A second import of a file that is still
 * loading returns the same promise, so there is no second try for a file that hangs.
 */
export async function withRetry<T>(
  load: () => Promise<T>,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<T> {
  try {
    return await within(limitMs, tryAgain(load, wait));
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
