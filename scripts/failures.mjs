// Summarizes the failures in reports of Vitest and Playwright, a few lines each, for the end of a long log.

const mostLines = 12;
const againOnly = "passed only when tried again";
// The colours of a terminal, which begin with a control character.
const colours = /\u001b\[[0-9;]*m/g;

/** @param {string} message */
const short = (message) =>
  message
    .replace(colours, "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s*at .*node_modules|^\s*at new Promise/.test(line))
    .slice(0, mostLines)
    .map((line) => `    ${line}`)
    .join("\n");

/**
 * @param {string} label
 * @param {{ testResults: { name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} report
 * @returns {string[]}
 */
export function failuresOfVitest(label, { testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    // A test that passed on a retry keeps its earlier messages.
    const failed = assertionResults.filter(
      (test) => test.status === "failed" || (test.status === "passed" && test.failureMessages.length > 0),
    );
    // A file that cannot be loaded, or whose hooks throw, has no failed test.
    if (status === "failed" && failed.length === 0) return [`${label} FAILED: ${name}\n${short(message)}`];
    return failed.map(
      (test) =>
        `${label} ${test.status === "failed" ? "FAILED" : againOnly}: ${name} › ${test.fullName.trim()}\n` +
        short(test.failureMessages.join("\n")),
    );
  });
}

/**
 * @typedef {{ title: string, file: string, line: number, tests: { projectName: string, status: string, results: { error?: { message?: string } }[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @param {{ suites: Suite[], errors: { message?: string }[] }} report
 * @returns {string[]}
 */
export function failuresOfPlaywright({ suites, errors }) {
  return [
    ...errors.map(({ message = "" }) => `browser FAILED:\n${short(message)}`),
    ...suites.flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected" || status === "flaky")
        .map(({ projectName, status, results }) => {
          const how = status === "flaky" ? againOnly : "FAILED";
          const message = results.find(({ error }) => error)?.error?.message ?? "";
          return `browser ${how}: [${projectName}] ${file}:${line} › ${title}\n${short(message)}`;
        }),
    ),
  ];
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}
