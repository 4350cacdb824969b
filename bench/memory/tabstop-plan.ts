// Tabstop's own plan: copy what is new, and type from memory what its review chooses. The choice, what is hidden, the
// grades and the cards are the server's own functions; only its SQL is written again here, over arrays.

import { gradeCard, retrievability } from "../../server/learning/memory/fold.ts";
import { gradesOf } from "../../engine/memory/grades.ts";
import type { CardState, History } from "../../server/learning/memory/card.ts";
import { isDue } from "../../server/learning/memory/state.ts";
import { hiddenInGaps } from "../../server/learning/review/hidden.ts";
import { newDueToday } from "../../server/learning/review/new-ones.ts";
import { type Candidate, chooseSession, type DueConstruct } from "../../server/learning/review/session.ts";
import type { CourseExample, PracticeCourse } from "./course.ts";
import type { Outcome, Plan, Practice, Run } from "./practise.ts";

type Card = {
  readonly metDay: number;
  graded: { readonly history: History; readonly state: CardState } | null;
  lastExample: number | null;
};

const mostDue = 40;
const mostExamplesOfEach = 20;
const firstMsPerCharacter = 400;

/**
 * The learner begins each day with a review, then copies new examples. When all are copied they ask for further reviews
 * as long as there is one, and then copy the course again, which fills their minutes.
 */
export const tabstop: Plan = {
  name: "Tabstop",
  begin(course): Practice {
    const learner = new ReviewOf(course);
    let day = -1;
    let session: { readonly example: number; readonly isGaps: boolean }[] = [];
    let again = 0;
    return {
      next(today) {
        const isNewLeft = learner.copied < course.examples.length;
        if (today !== day || (session.length === 0 && !isNewLeft)) session = learner.session(today);
        day = today;
        for (let next = session.shift(); next !== undefined; next = session.shift()) {
          const asked = learner.asked(next.example, next.isGaps, today);
          if (asked.length > 0) return { example: next.example, asked };
        }
        if (isNewLeft) return { example: learner.copied, asked: null };
        return { example: again++ % course.examples.length, asked: null };
      },
      done: (run, outcome, today) => learner.done(run, outcome, today),
    };
  },
};

/** What the server knows of one learner. */
class ReviewOf {
  readonly #course: PracticeCourse;
  /** By construct. */
  readonly #cards = new Map<number, Card>();
  /** Completed examples, the one copied last at the end. */
  #completed: number[] = [];
  #msFromMemory = 0;
  #charactersFromMemory = 0;
  readonly #visible: readonly number[];
  /** By example, what Recall does not grade: what the example has in forms only. */
  readonly #inForms: readonly ReadonlySet<number>[];

  constructor(course: PracticeCourse) {
    this.#course = course;
    this.#inForms = course.examples.map(({ constructs }) => {
      const all = constructs.map(({ construct: id, kind, places }) => ({ id, kind, places }));
      const graded = new Set(gradesOf(all, new Set(), null).map(({ id }) => id));
      return new Set(all.flatMap(({ id }) => (graded.has(id) ? [] : [id])));
    });
    this.#visible = course.examples.map(({ code }) => Array.from(code.matchAll(/\S/gu)).length);
  }

  get copied(): number {
    return this.#completed.length;
  }

  /** As `GET /review` chooses it. */
  session(today: number): { example: number; isGaps: boolean }[] {
    const due = this.#due(today)
      .toSorted((a, b) => a.retrievability - b.retrievability || a.id - b.id)
      .slice(0, mostDue);
    const found = new Map<number, number>(due.map(({ id }) => [id, 0]));
    const candidates: Candidate[] = [];
    for (const number of this.#completed.toReversed()) {
      const sizes = new Map<number, number>();
      for (const { construct, places } of this.#example(number).constructs) {
        const count = found.get(construct);
        if (count === undefined || count === mostExamplesOfEach) continue;
        found.set(construct, count + 1);
        sizes.set(construct, sizeOf(places));
      }
      if (sizes.size === 0) continue;
      const { characters, lesson } = this.#example(number);
      const visible = this.#visible[number] ?? 0;
      const inForms = this.#inForms[number] ?? new Set();
      candidates.push({ exampleId: number, lessonId: lesson, characters, visible, sizes, inForms });
    }
    const ms =
      this.#charactersFromMemory === 0
        ? firstMsPerCharacter
        : this.#msFromMemory / this.#charactersFromMemory;
    return chooseSession(due, candidates, ms).map(({ exampleId, way }) => ({
      example: exampleId,
      isGaps: way === "gaps",
    }));
  }

  /** What is graded when an example is typed from memory, as `GET /reviews/{id}` hides it. */
  asked(example: number, isGaps: boolean, today: number): number[] {
    const { code, constructs } = this.#example(example);
    const due = new Set(this.#due(today).map(({ id }) => id));
    const all = constructs.map(({ construct, kind, places }) => {
      const graded = this.#cards.get(construct)?.graded ?? null;
      return {
        ...{ id: construct, kind, places },
        isDue: due.has(construct),
        isNew: graded === null,
        retrievability: retrievability(graded?.state ?? null, today),
      };
    });
    const hidden = isGaps ? hiddenInGaps(code, all) : new Set(all.map(({ id }) => id));
    return gradesOf(
      all.filter(({ id }) => hidden.has(id)),
      new Set(),
      null,
    ).map(({ id }) => id);
  }

  done({ example, asked }: Run, { grades, seconds }: Outcome, today: number): void {
    if (asked === null) this.#completed = [...this.#completed.filter((other) => other !== example), example];
    for (const { construct } of this.#example(example).constructs)
      if (!this.#cards.has(construct))
        this.#cards.set(construct, { metDay: today, graded: null, lastExample: null });
    if (asked === null) return;
    this.#msFromMemory += 1_000 * seconds;
    this.#charactersFromMemory += this.#example(example).characters;
    for (const [construct, grade] of grades) {
      const card = this.#cards.get(construct);
      if (card === undefined) throw new RangeError(`${construct} was asked before it was met`);
      card.graded = gradeCard(card.metDay, card.graded?.history ?? null, { day: today, grade });
      card.lastExample = example;
    }
  }

  #due(today: number): DueConstruct[] {
    const due: DueConstruct[] = [];
    const fresh: { readonly id: number; readonly metDay: number }[] = [];
    let begun = 0;
    for (const [id, { graded, metDay, lastExample }] of this.#cards) {
      if (graded === null) {
        if (metDay < today) fresh.push({ id, metDay });
        continue;
      }
      const { state } = graded;
      if (state.firstDay === today) begun++;
      if (isDue(state, today))
        due.push({
          ...{ id, stability: state.stability, lastExampleId: lastExample },
          retrievability: retrievability(state, today),
        });
    }
    const first = fresh.toSorted((a, b) => a.metDay - b.metDay || a.id - b.id);
    for (const { id } of first.slice(0, newDueToday(fresh.length, begun)))
      due.push({ id, retrievability: 0, stability: 0, lastExampleId: null });
    return due;
  }

  #example(number: number): CourseExample {
    const example = this.#course.examples[number];
    if (example === undefined) throw new RangeError(`there is no example ${number}`);
    return example;
  }
}

/** The characters at the places. */
function sizeOf(places: readonly (readonly number[])[]): number {
  let size = 0;
  for (const place of places)
    for (let piece = 0; piece + 1 < place.length; piece += 2)
      size += (place[piece + 1] ?? 0) - (place[piece] ?? 0);
  return size;
}
