// Tests the check: plants faults in every language and expects each to be found by the right step, and expects sound
// examples to pass, with and without a fixture. It needs the language tools, so `npm test` does not run it.
//
//   tsx catalogue/check/test/self-test.ts [LANGUAGE …]

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkExamples } from "../check-examples.ts";
import { recurrenceOf } from "../recurrence.ts";
import { findTools, onPath } from "../languages/tools.ts";
import type { CourseFile, CatalogueExample } from "../../course-files.ts";
import { fixtureSql, planted as allPlanted, plantedCourses } from "./planted-faults.ts";
import type { Planted } from "./planted/planted.ts";

process.exitCode = await main(process.argv.slice(2));

/** `names` are the languages to test; none means all. */
async function main(names: readonly string[]): Promise<number> {
  const planted = allPlanted.filter(({ language }) => names.length === 0 || names.includes(language));
  const fixtures = await mkdtemp(join(tmpdir(), "tabstop-planted-"));
  try {
    return await judge(
      planted,
      await Promise.all(planted.map((plant, index) => asExample(plant, join(fixtures, `${index}`)))),
    );
  } finally {
    await rm(fixtures, { recursive: true });
  }
}

async function judge(planted: readonly Planted[], examples: readonly CatalogueExample[]): Promise<number> {
  const checks = await checkExamples(examples);
  if ("missing" in checks) {
    for (const tool of checks.missing) console.error(`${tool.name} is missing: ${tool.get}`);
    return 1;
  }
  const wrong: string[] = [];
  for (const [index, plant] of planted.entries()) {
    const verdict = checks.verdicts.get(examples[index] as CatalogueExample);
    const faults = verdict?.faults ?? ["was not judged at all"];
    const isRight =
      plant.expect === undefined
        ? faults.length === 0 && verdict?.frame === plant.frame
        : faults.some((fault) => plant.expect?.test(fault));
    const result =
      faults.length === 0 ? `passes${verdict?.frame ? ` in ${verdict.frame}` : ""}` : faults.join(" / ");
    const line = `${isRight ? "ok  " : "NOT "} ${plant.language}: ${plant.name}: ${result.replaceAll("\n", " ").slice(0, 160)}`;
    console.log(line);
    if (!isRight) wrong.push(plant.name);
  }
  for (const course of plantedCourses) {
    const faults = recurrenceOf(asCourse(course), { lessons: [], core: course.core }).faults.map(
      ({ rule, message }) => `${rule}: ${message}`,
    );
    const { expect } = course;
    const isRight = expect === undefined ? faults.length === 0 : faults.some((fault) => expect.test(fault));
    console.log(
      `${isRight ? "ok  " : "NOT "} recurrence: ${course.name}: ${faults.length === 0 ? "passes" : faults.join(" / ").slice(0, 160)}`,
    );
    if (!isRight) wrong.push(course.name);
  }
  if (!(await missingToolIsNamed())) wrong.push("a missing tool");
  const all = [...planted, ...plantedCourses];
  const faulty = all.filter(({ expect }) => expect !== undefined).length;
  console.log(
    `${faulty} planted faults and ${all.length - faulty} sound examples and courses, ${wrong.length} judged wrongly`,
  );
  return wrong.length === 0 ? 0 : 1;
}

async function missingToolIsNamed(): Promise<boolean> {
  const { missing } = await findTools([
    onPath("shellcheck", "apt-get install -y shellcheck", { searchPath: "/nowhere" }),
  ]);
  return missing[0]?.get === "apt-get install -y shellcheck";
}

async function asExample(plant: Planted, fixtureFolder: string): Promise<CatalogueExample> {
  const files = Object.entries(plant.fixture ?? {});
  if (files.length > 0) await mkdir(fixtureFolder);
  for (const [name, text] of files) await writeFile(join(fixtureFolder, name), text);
  return {
    file: "planted.md",
    lesson: "Planted",
    chapter: plant.language,
    title: plant.name,
    description: plant.description ?? "",
    language: plant.language,
    code: plant.code,
    output: plant.output ?? "",
    lessonIndex: 0,
    chapterIndex: 0,
    fixtureSql: plant.language === "sql" ? fixtureSql : "",
    fixtureHash: "",
    ...(files.length > 0 ? { fixtureFolder } : {}),
  };
}

function asCourse({ language, codes }: (typeof plantedCourses)[number]): CourseFile {
  const examples = codes.map((code, index) => ({
    file: "planted.md",
    lesson: "Planted",
    chapter: language,
    title: `Example ${index + 1}`,
    description: "",
    language,
    code,
    output: "",
    lessonIndex: 0,
    chapterIndex: 0,
    fixtureSql: "",
    fixtureHash: "",
  }));
  const course = { title: "Planted", description: "", lessons: [] } as unknown as CourseFile["course"];
  return { name: "planted.md", course, lessonCount: 1, chapterCount: 1, examples };
}
