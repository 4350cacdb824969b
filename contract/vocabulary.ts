// The words and bounds that several rooms share, without a validator: the browser, the store and the server's slices
// import them from here, and the schemas of the contract are made from them.

// A course file names the level and the four kinds of content, so both lists belong to the course formats.
export { contentKinds, difficulties } from "@tabstop/course/course";

/**
 * The colour classes of code: k keyword, f function, y type, s string, d number, c comment, and "" for plain text.
 */
export const tokenClasses = ["", "k", "f", "y", "s", "d", "c"] as const;
export type TokenClass = (typeof tokenClasses)[number];

/** Coloured code as runs in the order of the text, each a class and a length in UTF-16 units. */
export type Tokens = readonly (readonly [TokenClass, number])[];

/** The shortest and the longest password that an account may get, in code points. */
export const passwordMinimum = 6;
export const passwordMaximum = 256;

/** The length of the token in a reset link: 32 bytes in base64url. */
export const resetTokenLength = 43;

/** A photo file that the server accepts has fewer bytes than this. */
export const photoFileLimit = 2_000_000;

/**
 * Why a time is not checked against its keystrokes: no log came with it; it has no start of this attempt; start and log
 * do not fit in time; the log leads to something else; the server could not check it just then; or it is too fast to
 * count.
 */
export const uncheckedReasons = ["none", "start", "late", "log", "busy", "fast"] as const;
export type UncheckedReason = (typeof uncheckedReasons)[number];

/** How an example is typed from memory: with some constructs hidden, or with all of the code hidden. */
export const reviewWays = ["gaps", "recall"] as const;
export type ReviewWay = (typeof reviewWays)[number];

/** What a day shows of a construct: it had to be shown; it came after a wrong try; it came at once. The worst first. */
export const grades = ["again", "hard", "good"] as const;
export type Grade = (typeof grades)[number];

/** What a learner knows of a construct; `resting`: it had to be shown on four days running and is left alone a week. */
export const constructStates = ["known", "learning", "fading", "resting", "not_met"] as const;
export type ConstructState = (typeof constructStates)[number];

/** A symbol or a word is one token or a pair; a form is made of them. */
export const constructKinds = ["symbol", "word", "form"] as const;

/** The length of the longest packed log as base64url: 65,536 bytes. */
export const longestLogText = 87_382;

/** The goals for a day that a learner can choose, in minutes of typing. */
export const goalChoices = [5, 10, 20, 30] as const;
