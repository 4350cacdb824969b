// Which room may import which: the table that `check-borders.mjs` compares with the imports.

const serverSlices = ["accounts", "learning", "authoring", "statistics"];
const slicePackages =
  "@node-rs/argon2 @zxcvbn-ts/language-common jose lru-cache nodemailer p-limit sharp shiki ts-fsrs".split(
    " ",
  );
const webSlices = ["landing", "accounts", "practice", "statistics"];

/** The rooms inside the server's slices and its edge, each with the other inner rooms that it may import. */
const serverRooms = [
  { at: "server/accounts/mail/", others: ["server/accounts/passwords/"] },
  { at: "server/accounts/passwords/", others: ["server/accounts/mail/"] },
  { at: "server/accounts/photo/", others: ["server/accounts/passwords/"] },
  { at: "server/accounts/sessions/", others: ["server/accounts/mail/", "server/accounts/passwords/"] },
  { at: "server/learning/filling/", others: [] },
  { at: "server/learning/colours/", others: ["server/learning/filling/"] },
  { at: "server/learning/evidence/", others: ["server/learning/days/"] },
  { at: "server/learning/memory/", others: [] },
  {
    at: "server/learning/constructs/",
    others: ["server/learning/filling/", "server/learning/memory/", "server/learning/days/"],
  },
  { at: "server/learning/days/", others: [] },
  { at: "server/learning/home/", others: ["server/learning/review/", "server/learning/days/"] },
  {
    at: "server/learning/review/",
    others: ["server/learning/memory/", "server/learning/evidence/", "server/learning/days/"],
  },
  {
    at: "server/learning/progress/",
    others: ["server/learning/memory/", "server/learning/days/"],
  },
  { at: "server/http/pages/", others: ["course/words.ts"] },
  { at: "server/http/docs/", others: ["server/http/pages/"] },
];

/** The rooms inside `web/practice/`, likewise. */
const practiceRooms = [
  { at: "web/practice/home/", others: [] },
  { at: "web/practice/motion/", others: [] },
  // What was typed in place of a construct; the rules are loaded while the learner types.
  { at: "web/practice/result/", others: ["syntax/"] },
  { at: "web/practice/ends/", others: ["web/practice/result/"] },
  { at: "web/practice/first-days/", others: ["web/practice/result/"] },
  { at: "web/practice/memory/", others: ["web/practice/result/"] },
  {
    at: "web/practice/typing-stage/",
    others: ["web/practice/result/", "web/practice/memory/", "web/practice/first-days/"],
  },
  {
    at: "web/practice/lesson/",
    others: [
      "web/practice/typing-stage/",
      "web/practice/motion/",
      "web/practice/result/",
      "web/practice/ends/",
      "web/practice/memory/",
      "web/practice/first-days/",
    ],
  },
  {
    at: "web/practice/review/",
    others: [
      "web/practice/lesson/",
      "web/practice/typing-stage/",
      "web/practice/result/",
      "web/practice/memory/",
    ],
  },
];

/** Costs of learners and their sums over all learners are changed together. */
const constructTotals = "server/store/statistics/construct-totals.ts";

/** The rooms inside `server/store/`, each with the other store rooms that it may import. */
const storeRooms = {
  sqlite: ["server/store/accounts/audit.ts"],
  postgres: [],
  results: [constructTotals],
  content: ["server/store/results/"],
  memory: [constructTotals],
  accounts: ["server/store/results/", constructTotals],
  statistics: [],
};
const storeRoot = filesIn("server/store/");

/**
 * Limits, columns and progress count code points, and must count them alike: the rooms without other needs from the
 * engine may import this one file of it, which imports nothing.
 */
const codePointsLeaf = "engine/code-points.ts";

/** The floor of times, which the page and the store judge alike; it imports nothing. */
const leastTimeLeaf = "engine/least-time.ts";

/** The words that the browser, the server and the store share; it imports nothing but the lists of the file formats. */
const vocabularyLeaf = "contract/vocabulary.ts";

/** The one form of a mail address, by which accounts are unique; it imports nothing but Node's own domains. */
const emailLeaf = "contract/email-address.ts";

/** The table of all screens, which the browser tests open one by one; it imports nothing. */
const routesLeaf = "web/shell/router/routes.ts";

/** How sentences write words and numbers; it imports nothing. */
const wordsLeaf = "course/words.ts";

/** The way to browser objects that may be missing; it imports nothing. */
const supportLeaf = "web/ui/if-supported.ts";

/** Whether the learner types at this moment, while which the bar stays as it is; it imports nothing but React. */
const typingNowLeaf = "web/typing/typing-now.ts";

/** The first lines of a code as a picture, which knows nothing of typing. */
const codeLines = "web/typing/code-lines.tsx";

/** The languages with the names that people write; it imports nothing. */
const languagesLeaf = "course/languages.ts";

/** How texts are compared in searches and filters. */
const foldLeaf = "course/fold.ts";

const shellLeaves = ["web/shell/browser/", "web/shell/data/api-base.ts"];

/**
 * What a room may import: `rooms` by the beginning of the file's path (`filesIn` for the files of a folder without its
 * inner rooms), `packages` by name ('*' for all). A room may always import itself. A file belongs to the first entry
 * whose `at` its path begins with, so inner rooms come before the folder that holds them.
 * @type {{ at: string, rooms: string[], packages: string[] }[]}
 */
export const rules = [
  { at: "engine/", rooms: [], packages: [] },
  { at: "syntax/languages/", rooms: [filesIn("syntax/")], packages: [] },
  { at: "syntax/", rooms: ["syntax/languages/"], packages: [] },
  ...["csv", "markdown"].map((format) => ({
    at: `course/${format}/`,
    rooms: [filesIn("course/"), codePointsLeaf],
    packages: ["yaml"],
  })),
  { at: "course/typability/", rooms: [filesIn("course/"), codePointsLeaf], packages: [] },
  { at: "course/", rooms: [codePointsLeaf], packages: [] },
  // Levels and kinds of content are listed where the file formats define them.
  { at: "contract/", rooms: [codePointsLeaf, "course/course.ts"], packages: ["zod/mini", "node:url"] },
  ...["test", "faults"].map((room) => ({
    at: `server/${room}/`,
    rooms: ["server/", "contract/", "course/", "engine/", "syntax/", "scripts/"],
    packages: ["*"],
  })),
  ...Object.entries(storeRooms).map(([room, others]) => ({
    at: `server/store/${room}/`,
    rooms: [storeRoot, ...others, "course/", vocabularyLeaf, leastTimeLeaf],
    packages: ["kysely", "p-limit", "pg", "@photostructure/sqlite", "node:"],
  })),
  {
    at: "server/store/",
    rooms: ["course/", vocabularyLeaf, emailLeaf],
    packages: ["kysely", "unhomoglyph", "node:"],
  },
  { at: "server/threads/", rooms: [], packages: ["node:", "tsx"] },
  ...serverSlices.flatMap((slice) =>
    withInnerRooms(serverRooms, {
      at: `server/${slice}/`,
      rooms: [
        "server/store/",
        "server/threads/",
        "server/domain-error.ts",
        "server/handler.ts",
        "server/principal.ts",
        "contract/",
        "course/",
        "engine/",
        "syntax/",
      ],
      packages: ["node:", ...slicePackages],
    }),
  ),
  ...withInnerRooms(serverRooms, {
    at: "server/http/",
    rooms: [
      ...serverSlices.map((slice) => `server/${slice}/`),
      "server/store/store.ts",
      "server/domain-error.ts",
      "server/handler.ts",
      "server/principal.ts",
      "server/settings.ts",
      "contract/",
    ],
    packages: ["fastify", "fastify-", "@fastify/", "zod", "node:"],
  }),
  // The files that assemble the server: main, settings, the build.
  { at: "server/", rooms: ["server/", "contract/", "course/", "syntax/", codePointsLeaf], packages: ["*"] },
  { at: "web/ui/", rooms: [vocabularyLeaf, wordsLeaf], packages: ["react"] },
  // Typing knows the engine and none of the screens that use it.
  { at: "web/typing/", rooms: ["engine/", "web/ui/", vocabularyLeaf], packages: ["react"] },
  {
    at: "web/replay/",
    rooms: ["web/typing/", "web/shell/", "web/ui/", "contract/", "engine/"],
    packages: ["react", "d3-scale", "d3-shape"],
  },
  // What the practice screens and the progress screens draw and say alike; courses are offered with their first lines.
  {
    at: "web/learning/",
    rooms: [codeLines, "web/ui/", "contract/", languagesLeaf],
    packages: ["react", "d3-scale"],
  },
  ...["charts/", "knowledge/", ""].map((room) => ({
    at: `web/progress/${room}`,
    rooms: [
      ...(room === "" ? ["web/progress/charts/"] : [filesIn("web/progress/")]),
      "web/learning/",
      "web/shell/",
      "web/ui/",
      "contract/",
    ],
    packages: ["react", "react-dom", "d3-scale", "d3-shape"],
  })),
  // Admins' forms check fields like the importer, and contain the templates, so that these work without the server.
  ...[
    { room: "import/", others: [] },
    { room: "form/", others: ["web/typing/"] },
    { room: "list/", others: ["web/authoring/import/", "web/typing/"] },
    { room: "", others: [] },
  ].map(({ room, others }) => ({
    at: `web/authoring/${room}`,
    rooms: [filesIn("web/authoring/"), ...others, "web/shell/", "web/ui/", "contract/", "engine/", "course/"],
    packages: ["react", "react-dom"],
  })),
  ...["profile", "photo", "entry"].map((room) => ({
    at: `web/accounts/${room}/`,
    rooms: [
      filesIn("web/accounts/"),
      ...(room === "profile" ? ["web/accounts/photo/"] : []),
      // The pictures of code beside the forms.
      ...(room === "entry" ? ["web/typing/"] : []),
      "web/shell/",
      "web/ui/",
      "contract/",
    ],
    packages: ["react", "react-dom"],
  })),
  ...webSlices.flatMap((slice) =>
    withInnerRooms(practiceRooms, {
      at: `web/${slice}/`,
      rooms: [
        "web/typing/",
        "web/shell/",
        "web/ui/",
        "contract/",
        "engine/",
        foldLeaf,
        ...(slice === "practice" || slice === "statistics" ? ["web/learning/"] : []),
        // The courses that it offers.
        ...(slice === "landing" ? ["web/learning/course-offer.tsx"] : []),
        // A learner's own runs, and those that admins watch.
        ...(slice === "practice" || slice === "statistics" ? ["web/replay/"] : []),
      ],
      packages: ["react", "react-dom", ...(slice === "practice" ? ["d3-scale"] : [])],
    }),
  ),
  { at: "web/shell/browser/", rooms: ["web/ui/"], packages: ["react"] },
  {
    at: "web/shell/session/",
    rooms: [...shellLeaves, "web/ui/", "contract/"],
    packages: ["react", "react-dom"],
  },
  {
    at: "web/shell/data/",
    rooms: ["web/shell/browser/", "web/shell/session/", supportLeaf, "contract/"],
    packages: ["react"],
  },
  {
    at: "web/shell/outbox/",
    rooms: [
      "web/shell/browser/",
      "web/shell/session/",
      "web/shell/data/",
      supportLeaf,
      "contract/",
      "engine/",
    ],
    packages: ["react"],
  },
  { at: "web/shell/router/", rooms: [], packages: ["react", "react-dom"] },
  // The frame: bar, gates, page heads.
  {
    at: "web/shell/",
    rooms: ["web/shell/", "web/ui/", "contract/", typingNowLeaf],
    packages: ["react", "react-dom"],
  },
  // The build makes the client's table from the contract.
  { at: "web/build-steps/", rooms: ["web/", "contract/"], packages: ["*"] },
  { at: "web/", rooms: ["web/"], packages: ["*"] },
  {
    at: "catalogue/check/languages/",
    rooms: [filesIn("catalogue/"), filesIn("catalogue/check/"), "course/", codePointsLeaf],
    packages: ["*"],
  },
  { at: "catalogue/", rooms: ["catalogue/", "course/", "syntax/", codePointsLeaf], packages: ["*"] },
  // Its page contains only the typing area.
  {
    at: "e2e/real-keyboards/",
    rooms: [
      "contract/",
      "engine/",
      "web/typing/",
      "web/css/main.css",
      "web/shell/session/session-record.ts",
      "e2e/",
      "scripts/",
    ],
    packages: ["*"],
  },
  { at: "e2e/", rooms: ["contract/", "engine/", "server/test/", "scripts/", routesLeaf], packages: ["*"] },
  {
    at: "bench/",
    rooms: ["contract/", "engine/", "syntax/", "course/", "server/", "web/", "e2e/", "scripts/"],
    packages: ["*"],
  },
  { at: "scripts/", rooms: [], packages: ["*"] },
];

/**
 * The rules of a room and of its inner rooms: the room may import all of them; an inner room may import what the room
 * may, the room's own files, and the inner rooms that it names.
 * @param {readonly { at: string, others: string[] }[]} innerRooms of any room
 * @param {{ at: string, rooms: string[], packages: string[] }} room
 */
function withInnerRooms(innerRooms, room) {
  const own = innerRooms.filter(({ at }) => at.startsWith(room.at));
  return [
    ...own.map(({ at, others }) => ({ ...room, at, rooms: [filesIn(room.at), ...others, ...room.rooms] })),
    { ...room, rooms: [...own.map(({ at }) => at), ...room.rooms] },
  ];
}

/**
 * The files directly in a folder, without those of the rooms inside it.
 * @param {string} folder
 */
function filesIn(folder) {
  return `${folder}*`;
}
