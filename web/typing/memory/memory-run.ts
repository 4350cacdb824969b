// A run from memory: which of the hidden places were shown, and how the learner got through each. It follows a `Run`;
// create it before whatever draws the run, so that a place is shown in the very key that was the second wrong try.

import {
  type HiddenConstruct,
  gradeOfPlaces,
  gradesOf,
  type MemoryGrade,
  triesUntilShown,
  type Trouble,
} from "@tabstop/engine/memory/grades";
import { spanOfStep, WrongTries } from "@tabstop/engine/memory/wrong-tries";
import type { Run } from "../run.ts";
import { HiddenRow } from "./hidden-row.ts";
import { type AskedPlace, type HiddenText, piecesOf, placesAt } from "./hidden-text.ts";
import { HiddenUnits } from "./hidden-units.ts";
import { showReadableCode } from "./readable-code.ts";
import { shownSentence } from "./spoken-text.ts";

/** How the typing area draws what is hidden. It comes with the run, so that Copy does not load it. */
const drawing = { HiddenUnits, HiddenRow, showReadableCode, shownSentence };

export class MemoryRun {
  readonly drawing = drawing;
  readonly run: Run;
  readonly hidden: HiddenText;
  readonly #constructs: readonly HiddenConstruct[];
  #tries: WrongTries;
  /** The steps at which help was asked for, or came by itself. */
  readonly #helps = new Set<number>();
  readonly #shown = new Set<AskedPlace>();
  readonly #listeners = new Set<(places: readonly AskedPlace[]) => void>();
  readonly #unfollow: () => void;

  /** @param constructs those that are hidden, from which `hidden` was computed */
  constructor(run: Run, constructs: readonly HiddenConstruct[], hidden: HiddenText) {
    this.run = run;
    this.hidden = hidden;
    this.#constructs = constructs;
    this.#tries = new WrongTries(run.example);
    this.#unfollow = run.subscribe((attempt) => {
      if (attempt.kind === "ready") this.#reset();
      else if (this.#tries.note(attempt, run.log[0]?.at ?? 0) >= triesUntilShown) this.#show(null);
    });
  }

  /** The learner asks for help at the caret, at a time of the keystrokes' clock. Nothing where nothing is hidden. */
  help(at: number): void {
    this.#show(at);
  }

  /** Whether help has shown this place in this attempt. It stays so until the next attempt. */
  isShown(place: AskedPlace): boolean {
    return this.#shown.has(place);
  }

  /** Calls the listener with the places that help has just shown, and with none after a restart. */
  onShown(listener: (places: readonly AskedPlace[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The ids of the hidden constructs, and of those that were shown. */
  get asked(): { readonly hidden: readonly number[]; readonly shown: readonly number[] } {
    const shown = [...this.#shown].flatMap(({ constructId }) => constructId ?? []);
    return { hidden: this.#constructs.map(({ id }) => id), shown: [...new Set(shown)] };
  }

  /** The grades of the constructs as they are now, by the server's own rule. */
  get grades(): ReadonlyMap<number, MemoryGrade> {
    const graded = gradesOf(this.#constructs, new Set(this.asked.shown), this.#trouble());
    return new Map(graded.map(({ id, grade }) => [id, grade]));
  }

  /** Of each place that asks for a construct, in the order of the text: its grade, and whether all of it is typed. */
  get placeGrades(): readonly (AskedPlace & { readonly grade: MemoryGrade; readonly isTyped: boolean })[] {
    const gradeOf = gradeOfPlaces(this.#trouble());
    const { offset } = this.run.attempt;
    return this.hidden.places
      .filter(({ constructId }) => constructId !== null)
      .map((place) => ({
        ...place,
        grade: this.isShown(place) ? "again" : gradeOf(place.pieces),
        isTyped: piecesOf(place.pieces).every(([, end]) => end <= offset),
      }));
  }

  destroy(): void {
    this.#unfollow();
  }

  /** `at` is null when help comes by itself: the server finds the same second try in the log. */
  #show(at: number | null): void {
    const { run } = this;
    const { kind, step } = run.attempt;
    if (kind === "done") return;
    const [start, end] = spanOfStep(run.example, step);
    const places = placesAt(this.hidden, start, end).filter((place) => !this.#shown.has(place));
    if (places.length === 0) return;
    this.#helps.add(step);
    if (at !== null) run.noteHelp(at);
    for (const place of places) this.#shown.add(place);
    for (const listener of this.#listeners) listener(places);
  }

  #reset(): void {
    this.#tries = new WrongTries(this.run.example);
    this.#helps.clear();
    this.#shown.clear();
    for (const listener of this.#listeners) listener([]);
  }

  #trouble(): Trouble {
    const { example } = this.run;
    return { helps: [...this.#helps].map((step) => spanOfStep(example, step)), tries: this.#tries.spans };
  }
}
