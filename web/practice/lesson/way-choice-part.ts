// The choice of ways as a part of its own: what is loaded later and shared with the review at once would make a chunk of the
// bundler's helpers, and a second script of every page.

export { WayChoice } from "../memory/way-choice.tsx";
