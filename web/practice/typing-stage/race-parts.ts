// What only a race against the ghost needs.

export { ghostOf } from "../../typing/race/ghost.ts";
export { startRace } from "../../typing/race/race.ts";
