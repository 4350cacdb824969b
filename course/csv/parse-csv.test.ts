import { describe, expect, test } from "vitest";
import type { Course } from "../course.ts";
import { columnNames } from "./csv-columns.ts";
import { parseCourseCsv, parseLessonsCsv } from "./parse-csv.ts";
import type { Problem, Warning } from "../problems.ts";

const head = "course_title,difficulty_level,lesson_title,chapter_title,example_title,language,code_content";
/** A sheet with the columns of `head`; row 2 makes the course T. */
const sheet = (...rows: string[]) => [head, "T,beginner,L,C,E,js,x", ...rows].join("\n");
const numbered = (...rows: string[]) =>
  [
    "course_title,difficulty_level,lesson_order_index,lesson_title,chapter_order_index,chapter_title,example_order_index,example_title,language,code_content",
    ...rows,
  ].join("\n");

type Result =
  | { ok: true; warnings: readonly Warning[] }
  | { ok: false; problems: readonly Problem[]; warnings: readonly Warning[] };

/** The faults as "line/row column CODE". */
function draw(findings: readonly (Problem | Warning)[]): string[] {
  return findings.map(
    ({ line, row, column, code }) => `${line}/${row}${column === undefined ? "" : ` ${column}`} ${code}`,
  );
}

function wrong(text: string, parse: (text: string) => Result = parseCourseCsv): string[] {
  const result = parse(text);
  return result.ok ? ["accepted"] : draw(result.problems);
}

const warned = (text: string, parse: (text: string) => Result = parseCourseCsv) => draw(parse(text).warnings);

function courseOf(text: string): Course {
  const result = parseCourseCsv(text);
  if (!result.ok) throw new RangeError(result.problems.map((problem) => problem.message).join("\n"));
  return result.course;
}

/** "L[C[E F] D[]] M[]": the titles as a tree. */
function tree(text: string): string {
  const names = (all: readonly { title: string; rest: string }[]) =>
    all.map(({ title, rest }) => title + rest).join(" ");
  return names(
    courseOf(text).lessons.map(({ title, chapters }) => ({
      title,
      rest: `[${names(
        chapters.map((chapter) => ({
          title: chapter.title,
          rest: `[${names(chapter.examples.map((example) => ({ title: example.title, rest: "" })))}]`,
        })),
      )}]`,
    })),
  );
}

const firstCode = (text: string) => courseOf(text).lessons[0]?.chapters[0]?.examples[0]?.code_content;

describe("the header", () => {
  test("column names may be written in any case, with spaces or hyphens, in quotes, and in any order", () => {
    const text =
      'Code-Content,LANGUAGE,"Example Title", chapter_title ,lesson title,Difficulty Level,course_title\nx,js,E,C,L,beginner,T';
    expect(tree(text)).toBe("L[C[E]]");
  });

  test("a file without a header is reported once", () => {
    expect(wrong("")).toEqual(["1/1 CSV_HEADER_MISSING"]);
    expect(wrong("\n , ,\n\n")).toEqual(["1/1 CSV_HEADER_MISSING"]);
    expect(wrong("sep=;\n")).toEqual(["1/1 CSV_HEADER_MISSING"]);
    expect(wrong("T,beginner,L,C,E,js,x\nT,beginner,L,C,F,js,y")).toEqual(["1/1 CSV_HEADER_MISSING"]);
  });

  test("unknown, repeated and missing columns are reported, and the rows are not read", () => {
    expect(
      wrong("course_title,lesson_title,Lesson Title,titel,chapter_title,example_title,code_content\nx"),
    ).toEqual([
      "1/1 CSV_COLUMN_TWICE",
      "1/1 CSV_COLUMN_UNKNOWN",
      "1/1 CSV_COLUMN_MISSING",
      "1/1 CSV_COLUMN_MISSING",
    ]);
    const result = parseCourseCsv(head.replace("language", "lang"));
    expect(result.ok ? [] : result.problems.map((problem) => problem.found)).toEqual(["lang", "no language"]);
  });

  test("columns that start with _ or # are for notes and may repeat", () => {
    expect(tree(`_a,#b,${head},_a,- c\n1,2,T,beginner,L,C,E,js,x,3,4`)).toBe("L[C[E]]");
  });

  test("a column without a name has to be empty", () => {
    expect(wrong(`${head},, \nT,beginner,L,C,E,js,x,,\nT,,L,C,F,js,y,," "`)).toEqual(["accepted"]);
    expect(wrong(`${head},,\nT,beginner,L,C,E,js,x,,\nT,,L,C,,,,note,`)).toEqual(["1/1 CSV_COLUMN_UNNAMED"]);
    expect(wrong(`${head.replace("language", "")}\nT,beginner,L,C,E,js,x`)).toEqual([
      "1/1 CSV_COLUMN_MISSING",
      "1/1 CSV_COLUMN_UNNAMED",
    ]);
  });

  test("blank rows before the header are allowed, and count as rows", () => {
    expect(wrong(`\n , \n${sheet("T,,L,C,,js,x")}`)).toEqual(["5/5 example_title TITLE_EMPTY"]);
  });

  test("an open quote in the header is reported at its line", () => {
    expect(wrong(`course_title,"lesson_title\nT,L`)).toEqual(["1/1 CSV_QUOTE_UNCLOSED"]);
    expect(wrong(`course_title, "lesson_title"\nT,L`)).toEqual(["1/1 CSV_SPACE_BEFORE_QUOTE"]);
  });

  test("a byte order mark before the header is not part of the first name", () => {
    expect(tree(`\ufeff${sheet()}`)).toBe("L[C[E]]");
  });
});

describe("the delimiter", () => {
  const rows = sheet().replaceAll(",", ";");

  test("is the one with which the header has the most known names, whatever the cells contain", () => {
    expect(tree(rows)).toBe("L[C[E]]");
    expect(tree(sheet().replaceAll(",", "\t"))).toBe("L[C[E]]");
    expect(tree(`${rows}\nT;;L;C;F;js;"a,b,c,d,e,f,g\n,,,,,,,,,,\n\t\t\t\t"`)).toBe("L[C[E F]]");
    expect(tree(`_a,b,c,d,e;${head.replaceAll(",", ";")}\n;T;beginner;L;C;E;js;x`)).toBe("L[C[E]]");
  });

  test("can be declared in a first line sep=, which is a line but not a row", () => {
    expect(tree(`sep=;\n${rows}`)).toBe("L[C[E]]");
    expect(tree(`\ufeffSEP=|\r\n${sheet().replaceAll(",", "|")}`)).toBe("L[C[E]]");
    expect(tree(`sep=\t\n${sheet().replaceAll(",", "\t")}`)).toBe("L[C[E]]");
    expect(wrong(`sep=,\n${sheet("T,,L,C,,js,x")}`)).toEqual(["4/3 example_title TITLE_EMPTY"]);
    expect(wrong(`sep=;\n${sheet()}`)).toEqual(["2/1 CSV_HEADER_MISSING"]);
  });

  test("a header with another delimiter is reported with that delimiter", () => {
    const messagesOf = (text: string) => {
      const result = parseCourseCsv(text);
      return result.ok ? [] : result.problems.map(({ message }) => message);
    };
    expect(messagesOf(`sep=;\n${sheet()}`)).toEqual([
      'Line 2: Row 1: The first line says that cells are separated by ";", but here they are separated by ",". Remove the first line, or write sep=,.',
    ]);
    expect(messagesOf(`sep=,\n${sheet().replaceAll(",", "\t")}`)[0]).toContain("they are separated by a tab");
    expect(messagesOf(sheet().replaceAll(",", "|"))).toEqual([
      'Line 1: Row 1: The cells of this row are separated by "|". Separate them by a comma, a semicolon or a tab, or put a line sep=| above it.',
    ]);
    expect(tree(`sep=|\n${sheet().replaceAll(",", "|")}`)).toBe("L[C[E]]");
    // A single name, or none, is not a header.
    for (const text of ["a|language|b", "no course", '{"title":"language"}'])
      expect(messagesOf(text)[0]).toContain("does not name the columns");
  });

  test("the report of text after a closing quote quotes the text, or names it if it is a space", () => {
    const messagesOf = (cell: string) => {
      const result = parseCourseCsv(sheet(`T,,L,C,${cell},js,y`));
      return result.ok ? "" : (result.problems[0]?.message ?? "");
    };
    expect(messagesOf('"E" ')).toBe(
      'Line 3: Row 3: There is a space or tab after the closing " of a cell. Remove it, or put it inside the quotes.',
    );
    expect(messagesOf('"E" b')).toContain("cell: b. Write");
  });
});

describe("cells", () => {
  test("a quoted cell may hold delimiters, doubled quotes and line breaks, which are read as LF", () => {
    expect(firstCode(`${head}\nT,beginner,L,C,E,js,"a, ""b""\r\nc\rd\n"`)).toBe('a, "b"\nc\nd\n');
    expect(firstCode(`${head}\nT,beginner,L,C,E,js,""""""`)).toBe('""');
  });

  test("code is never trimmed, other cells are", () => {
    const text = `${head},example_description\n T ,\tBeginner ,L , C,E, JS ,  x\t ," a\nb "`;
    const example = courseOf(text).lessons[0]?.chapters[0]?.examples[0];
    expect(example).toEqual({
      title: "E",
      description: "a\nb",
      language: "javascript",
      code_content: "  x\t ",
      output: "",
    });
  });

  test("a quote in the middle of an unquoted cell is literal", () => {
    expect(firstCode(`${head}\nT,beginner,L,C,E,js,print("a")`)).toBe('print("a")');
  });

  test("lines and rows are counted separately", () => {
    const multi = '"a\nb\nc"';
    expect(
      wrong(sheet(`T,,L,C,F,js,${multi}`, "T,,L,C,,js,x", "", `T,,L,C,G,js,${multi}`, "T,,L,C,,js,x")),
    ).toEqual(["6/4 example_title TITLE_EMPTY", "11/7 example_title TITLE_EMPTY"]);
  });

  test("a fault in a cell is reported at its own line", () => {
    expect(wrong(sheet('T,,L,C,F,js,"a\nb\u0007"'))).toEqual(["4/3 code_content CHARACTER_FORBIDDEN"]);
    const described = `${head.replace("example_title", "example_description,example_title")}\nT,beginner,L,C,`;
    expect(wrong(`${described}"\n \nx\ny\u0007\n",E,js,"a\n\u0001\n\u0002"`)).toEqual([
      "5/2 example_description CHARACTER_FORBIDDEN",
      "7/2 code_content CHARACTER_FORBIDDEN",
      "8/2 code_content CHARACTER_FORBIDDEN",
    ]);
  });

  test("too few cells are an error, too many only if they are not empty", () => {
    expect(wrong(sheet("T,,L", "T,,L,C,F,js,a,b", "T,,L,C,G,js,x,, ", "T,,L,C,H,js,x,,z"))).toEqual([
      "3/3 CSV_CELL_COUNT",
      "4/4 CSV_CELL_COUNT",
      "6/6 CSV_CELL_COUNT",
    ]);
  });

  test("blank rows are skipped, whatever their width", () => {
    expect(tree(`${head}\n\n,,\n${",".repeat(20)}\n \t\n"",""\nT,beginner,L,C,E,js,x\n\n`)).toBe("L[C[E]]");
  });

  test("a quote that is never closed is reported where it opens, and the rest is not judged", () => {
    expect(wrong(sheet('T,,L,C,F,js,"a""b', "T,,,,,,,,,,,", "T"))).toEqual(["3/3 CSV_QUOTE_UNCLOSED"]);
    expect(wrong(sheet('T,,L,"C\nD",F,js,"a', "b"))).toEqual(["4/3 CSV_QUOTE_UNCLOSED"]);
    expect(wrong(sheet('"', ""))).toEqual(["3/3 CSV_QUOTE_UNCLOSED"]);
  });

  test("text after a closing quote is reported at its line, once per row", () => {
    expect(wrong(sheet('T,,L,C,"F"x,js,y'))).toEqual(["3/3 CSV_TEXT_AFTER_QUOTE"]);
    expect(wrong(sheet('T,,L,C,F,js,"a\nb" '))).toEqual(["4/3 CSV_TEXT_AFTER_QUOTE"]);
    expect(wrong(sheet('T,,L,C,F,js,"f("a", "b")"', 'T,,L,C,G,js,"f("a")"'))).toEqual([
      "3/3 CSV_TEXT_AFTER_QUOTE",
      "4/4 CSV_TEXT_AFTER_QUOTE",
    ]);
  });

  test("the pieces of a row with a broken cell are not reported as well", () => {
    expect(wrong(sheet('T,,L,C,F,js,"f("a", b)', "g()", '"', "T,,L,C,G,js,y", "T,,L"))).toEqual([
      "3/3 CSV_TEXT_AFTER_QUOTE",
    ]);
    expect(wrong(sheet('T,,L,C,F,js,"f("a", b)', "g()", "T,,L,C,G,js,y", "T,,L"))).toEqual([
      "3/3 CSV_TEXT_AFTER_QUOTE",
      "6/6 CSV_CELL_COUNT",
    ]);
  });

  test("a space before an opening quote is an error", () => {
    expect(wrong(sheet('T,,L,C, "F",js,x', 'T,,L,C,G,js,\t"a,\nb"'))).toEqual([
      "3/3 CSV_SPACE_BEFORE_QUOTE",
      "4/4 CSV_SPACE_BEFORE_QUOTE",
    ]);
    expect(wrong(sheet("T,,L,C,F,js,  b").replaceAll(",", "\t"))).toEqual(["accepted"]);
    expect(tree(sheet('T,,L,C,"F",js,"x"').replaceAll(",", "\t"))).toBe("L[C[E F]]");
  });
});

describe("course columns", () => {
  const all = `course_title,course_description,difficulty_level,course_order_index,lesson_title,chapter_title,example_title,language,code_content`;

  test("are filled in one row, in any row, or in all rows", () => {
    const text = `${all}\n,,,,L,C,E,js,x\nT,D,Advanced,7,L,C,F,js,x\n,D,ADVANCED,07,L,C,G,js,x`;
    const { lessons, ...course } = courseOf(text);
    expect(course).toEqual({ title: "T", description: "D", difficulty_level: "advanced", order_index: 7 });
    expect(lessons).toHaveLength(1);
  });

  test("conflict when they differ, each in its row, and only then", () => {
    expect(wrong(`${all}\nT,D,beginner,1,,,,,\nU,,easy,2,L,C,E,js,x\nT,E,beginner,1,L,C,F,js,x`)).toEqual([
      "3/3 course_title CSV_CONFLICT",
      "3/3 difficulty_level CSV_CONFLICT",
      "3/3 course_order_index CSV_CONFLICT",
      "4/4 course_description CSV_CONFLICT",
    ]);
  });

  test("are judged by the same rules as in other files", () => {
    expect(wrong(`${all}\n"a\nb",x\u0001,easy,1000001,,,,,`)).toEqual([
      "2/2 course_title TITLE_LINE_BREAK",
      "3/2 course_description CHARACTER_FORBIDDEN",
      "3/2 difficulty_level DIFFICULTY_INVALID",
      "3/2 course_order_index ORDER_INVALID",
    ]);
    expect(wrong(`${all}\n${"x".repeat(201)},${"y".repeat(5001)},beginner,,,,,,`)).toEqual([
      "2/2 course_title TITLE_TOO_LONG",
      "2/2 course_description DESCRIPTION_TOO_LONG",
    ]);
  });

  test("are reported at the first row if no row fills them, unless a broken row may have them", () => {
    expect(wrong(`${head}\n,,L,C,E,js,x`)).toEqual([
      "2/2 course_title TITLE_EMPTY",
      "2/2 difficulty_level DIFFICULTY_INVALID",
    ]);
    expect(wrong(head)).toEqual(["1/1 course_title TITLE_EMPTY", "1/1 difficulty_level DIFFICULTY_INVALID"]);
    expect(wrong(`${head}\nT,beginner,L\n,,L,C,E,js,x`)).toEqual(["2/2 CSV_CELL_COUNT"]);
  });

  test("a refusal has the course title if it could be read", () => {
    expect(parseCourseCsv(sheet("U,,L,C,F,js,x"))).toMatchObject({ ok: false, title: "T" });
    expect(parseCourseCsv(head)).toMatchObject({ ok: false, title: null });
  });
});

describe("groups by title", () => {
  test("hold rows together wherever the rows are, in the order of first appearance", () => {
    expect(tree(sheet("T,,M,C,F,js,x", "T,,L,D,G,js,x", "T,,M,C,H,js,x", "T,,L,C,I,js,x"))).toBe(
      "L[C[E I] D[G]] M[C[F H]]",
    );
  });

  test("a chapter of the same title in another lesson is another chapter", () => {
    expect(tree(sheet("T,,M,C,F,js,x"))).toBe("L[C[E]] M[C[F]]");
  });

  test("rows with empty tails make empty lessons and chapters, with a warning", () => {
    const text = `${head}\nT,beginner,,,,,\n,,L,,,,\n,,M,C,,,`;
    expect(tree(text)).toBe("L[] M[C[]]");
    expect(warned(text)).toEqual(["3/3 LESSON_EMPTY", "4/4 CHAPTER_EMPTY"]);
    expect(warned(`${head}\nT,beginner,,,,,`)).toEqual(["2/2 COURSE_EMPTY"]);
  });

  test("descriptions are in one row of the group or in all rows; different ones conflict", () => {
    const columns = `${head},lesson_description,chapter_description,example_description`;
    const text = `${columns}\nT,beginner,L,C,E,js,x,,"c ",\nT,,L,C,F,js,x,l,c,f\nT,,M,C,G,js,x,,d,`;
    const [lesson, other] = courseOf(text).lessons;
    expect([lesson?.description, lesson?.chapters[0]?.description, other?.chapters[0]?.description]).toEqual([
      "l",
      "c",
      "d",
    ]);
    expect(lesson?.chapters[0]?.examples.map((example) => example.description)).toEqual(["", "f"]);
    expect(wrong(`${text}\nT,,L,C,H,js,x,L,C,`)).toEqual([
      "5/5 lesson_description CSV_CONFLICT",
      "5/5 chapter_description CSV_CONFLICT",
    ]);
  });

  test("equal examples are two examples, with a warning", () => {
    expect(tree(sheet("T,,L,C,E,js,y"))).toBe("L[C[E E]]");
    expect(warned(sheet("T,,L,C,E,js,y"))).toEqual(["3/3 example_title TITLE_DUPLICATE"]);
  });

  test("a filled cell under an empty title is an error, at the outermost empty title", () => {
    expect(wrong(sheet("T,,,C,,,", "T,,,,F,js,x", "T,,L,,G,js,x", "T,,L,C,,js,"))).toEqual([
      "3/3 lesson_title TITLE_EMPTY",
      "4/4 lesson_title TITLE_EMPTY",
      "5/5 chapter_title TITLE_EMPTY",
      "6/6 example_title TITLE_EMPTY",
    ]);
    const result = parseCourseCsv(sheet("T,,L,,G,js,x"));
    expect(result.ok ? "" : result.problems[0]?.found).toBe("empty, though example_title is filled");
  });

  test("the cells of a row without a title are judged too", () => {
    expect(wrong(sheet("T,,L,,G,j s,", "T,,L,C,,j s,"))).toEqual([
      "3/3 chapter_title TITLE_EMPTY",
      "3/3 language LANGUAGE_INVALID",
      "3/3 code_content CODE_EMPTY",
      "4/4 example_title TITLE_EMPTY",
      "4/4 language LANGUAGE_INVALID",
    ]);
  });

  test("a faulty title is reported once per group", () => {
    const long = "x".repeat(201);
    expect(wrong(sheet(`T,,${long},C,F,js,x`, `T,,${long},C,G,js,x`))).toEqual([
      "3/3 lesson_title TITLE_TOO_LONG",
    ]);
  });
});

describe("groups by number", () => {
  test("order lessons, chapters and examples, and keep equal titles apart", () => {
    expect(
      tree(
        numbered(
          "T,beginner,10,Same,2,C,1,E,js,x",
          ",,9,Same,1,C,100,G,js,x",
          ",,9,Same,1,C,99,F,js,x",
          ",,10,Same,1,C,1,H,js,x",
        ),
      ),
    ).toBe("Same[C[F G]] Same[C[H] C[E]]");
  });

  test("equal titles of siblings are a warning", () => {
    expect(
      warned(
        numbered(
          "T,beginner,1,S,1,C,1,E,js,x",
          ",,2,S,1,C,1,E,js,x",
          ",,2,S,2,C,1,E,js,x",
          ",,2,S,2,C,2,E,js,x",
        ),
      ),
    ).toEqual([
      "3/3 lesson_title TITLE_DUPLICATE",
      "4/4 chapter_title TITLE_DUPLICATE",
      "5/5 example_title TITLE_DUPLICATE",
    ]);
  });

  test("any whole number is valid, however long, and leading zeros do not matter", () => {
    expect(
      tree(
        numbered(
          "T,beginner,0,L,0,C,18446744073709551617,G,js,x",
          ",,00,L,000,C,18446744073709551616,F,js,x",
          ",,0,L,0,C,007,E,js,x",
        ),
      ),
    ).toBe("L[C[E F G]]");
  });

  test("a number has one title; another title is a conflict", () => {
    expect(
      wrong(numbered("T,beginner,1,L,1,C,1,E,js,x", ",,1,M,1,C,2,F,js,x", ",,1,L,1,D,3,G,js,x")),
    ).toEqual(["3/3 lesson_title CSV_CONFLICT", "4/4 chapter_title CSV_CONFLICT"]);
  });

  test("once one row has a number, every row of that level needs one", () => {
    expect(wrong(numbered("T,beginner,,L,,C,,E,js,x", ",,1,M,,C,1,F,js,x", ",,2,N,,,,,,"))).toEqual([
      "2/2 lesson_order_index ORDER_MISSING",
      "2/2 example_order_index ORDER_MISSING",
    ]);
    expect(wrong(numbered("T,beginner,,L,,C,,E,js,x", ",,,L,,C,,F,js,x"))).toEqual(["accepted"]);
    expect(tree(numbered("T,beginner,,L,2,C,,E,js,x", ",,,L,1,D,,F,js,x"))).toBe("L[D[F] C[E]]");
  });

  test("the same number twice for examples of one chapter is an error at the second", () => {
    expect(
      wrong(numbered("T,beginner,1,L,1,C,1,E,js,x", ",,1,L,1,C,01,F,js,x", ",,1,L,2,D,1,G,js,x")),
    ).toEqual(["3/3 example_order_index ORDER_DUPLICATE"]);
  });

  test("anything but a whole number is an error", () => {
    expect(wrong(numbered("T,beginner,-1,L,1.5,C,1e3,E,js,x", ",,one,M,+1,C,１,F,js,x"))).toEqual([
      "2/2 lesson_order_index ORDER_INVALID",
      "2/2 chapter_order_index ORDER_INVALID",
      "2/2 example_order_index ORDER_INVALID",
      "3/3 lesson_order_index ORDER_INVALID",
      "3/3 chapter_order_index ORDER_INVALID",
      "3/3 example_order_index ORDER_INVALID",
    ]);
  });

  test("a number under an empty title is an error", () => {
    expect(wrong(numbered("T,beginner,1,,,,,,,", ",,1,L,2,,,,,", ",,1,L,1,C,1,,,"))).toEqual([
      "2/2 lesson_title TITLE_EMPTY",
      "3/3 chapter_title TITLE_EMPTY",
      "4/4 example_title TITLE_EMPTY",
    ]);
  });
});

describe("examples", () => {
  test("need a language and code", () => {
    expect(wrong(sheet("T,,L,C,F,,", 'T,,L,C,G,j s," \n"', "T,,L,C,H,js,"))).toEqual([
      "3/3 language LANGUAGE_MISSING",
      "3/3 code_content CODE_EMPTY",
      "4/4 language LANGUAGE_INVALID",
      "4/4 code_content CODE_EMPTY",
      "6/5 code_content CODE_EMPTY",
    ]);
  });

  test("all faults of a cell of several lines are reported, each with its line", () => {
    const long = "x".repeat(501);
    expect(wrong(sheet(`T,,L,C,F,js,"${long}\n${long}\n\u0001\n\u0002"`))).toEqual([
      "3/3 code_content CODE_LINE_TOO_LONG",
      "4/3 code_content CODE_LINE_TOO_LONG",
      "5/3 code_content CHARACTER_FORBIDDEN",
      "6/3 code_content CHARACTER_FORBIDDEN",
    ]);
    expect(wrong(sheet(`T,,L,C,F,js,"${"y\n".repeat(500)}"`))).toEqual(["3/3 code_content CODE_TOO_LONG"]);
  });

  test("get the warnings of their content", () => {
    expect(warned(sheet(`T,,L,C,F,nope,"${"x".repeat(101)}\na \n“b”\n\ufffd"`))).toEqual([
      "3/3 language LANGUAGE_UNKNOWN",
      "3/3 code_content CODE_LINE_LONG",
      "4/3 code_content CODE_TRAILING_SPACE",
      "5/3 code_content CODE_HARD_TO_TYPE",
      "6/3 code_content TEXT_REPLACEMENT",
    ]);
  });
});

describe("the column 'escaped'", () => {
  const columns = `${head},escaped`;
  const codeIn = (code: string, escaped: string) =>
    firstCode(`${columns}\nT,beginner,L,C,E,js,${code},${escaped}`);

  test("one apostrophe is removed from each named cell whose remaining text needs the protection", () => {
    expect(codeIn("'=1", "code_content")).toBe("=1");
    expect(codeIn("''=1", "code_content")).toBe("''=1");
    expect(codeIn("'001", "example_title code_content")).toBe("001");
    expect(codeIn("'x", "code_content")).toBe("'x");
    expect(codeIn("=1", "code_content")).toBe("=1");
  });

  test("a cell that is not named is literal, and so is a sheet without the column", () => {
    expect(codeIn("'=1", "")).toBe("'=1");
    expect(codeIn("'=1", "example_title")).toBe("'=1");
    expect(firstCode(`${head}\nT,beginner,L,C,E,js,'-'.join(x)`)).toBe("'-'.join(x)");
  });

  test("cells may be named as in the header; unknown names are ignored", () => {
    expect(codeIn("'=1", " nothing  Code-Content ")).toBe("=1");
  });

  test("titles are restored before they are compared", () => {
    expect(tree(`${columns}\nT,beginner,'=L,C,E,js,x,lesson_title\nT,,=L,C,F,js,x,`)).toBe("=L[C[E F]]");
  });
});

describe("limits", () => {
  const many = (rows: number, row: (at: number) => string) =>
    Array.from({ length: rows }, (_, at) => row(at));

  test("too many items are reported once, at the first one over the limit", () => {
    expect(wrong([head, ...many(102, (at) => `T,beginner,L${at},,,,`)].join("\n"))).toEqual([
      "102/102 TOO_MANY",
    ]);
    expect(wrong([head, ...many(102, (at) => `T,beginner,L,C${at},,,`)].join("\n"))).toEqual([
      "102/102 TOO_MANY",
    ]);
    expect(wrong([head, ...many(200, (at) => `T,beginner,L,C,E${at},js,x`)].join("\n"))).toEqual([
      "accepted",
    ]);
    expect(wrong([head, ...many(202, (at) => `T,beginner,L,C,E${at},js,x`)].join("\n"))).toEqual([
      "202/202 TOO_MANY",
    ]);
    expect(wrong([head, ...many(2_002, (at) => `T,beginner,L,C${at % 20},E${at},js,x`)].join("\n"))).toEqual([
      "2002/2002 TOO_MANY",
    ]);
  });

  test("a course that is too large is reported at the header", () => {
    const code = `"${many(20, () => "x".repeat(499)).join("\n")}"`;
    expect(
      wrong([head, ...many(201, (at) => `T,beginner,L,C${at % 2},E${at},js,${code}`)].join("\n")),
    ).toEqual(["1/1 COURSE_TOO_LARGE"]);
    expect(
      wrong([head, ...many(201, (at) => `T,,L,C${at % 2},E${at},js,${code}`)].join("\n"), parseLessonsCsv),
    ).toEqual(["1/1 COURSE_TOO_LARGE"]);
  });

  test("a file that is too large is not read", () => {
    expect(wrong("x".repeat(8_000_001))).toEqual(["1/undefined FILE_TOO_LARGE"]);
  });

  test("at most 200 problems are listed, and all are counted", () => {
    const result = parseCourseCsv(sheet(...many(5_000, () => "T,,L")));
    expect(result).toMatchObject({ ok: false, errorCount: 5_000 });
    expect(result.ok ? [] : result.problems.map((problem) => problem.row)).toEqual(
      many(200, (at) => String(at + 3)).map(Number),
    );
  });
});

describe("lessons for a course that exists", () => {
  const lessons = "lesson_title,chapter_title,example_title,language,code_content";

  test("need no course columns; filled ones are ignored with one warning", () => {
    expect(parseLessonsCsv(`${lessons}\nL,C,E,js,x`)).toMatchObject({
      ok: true,
      warnings: [],
      lessons: [{ title: "L" }],
    });
    const text = `course_title,${lessons},difficulty_level\n,L,C,E,js,x,\nT,L,C,F,js,x,wrong\nU,M,,,,,`;
    expect(warned(text, parseLessonsCsv)).toEqual([
      "3/3 course_title COURSE_COLUMNS_IGNORED",
      "4/4 LESSON_EMPTY",
    ]);
    expect(wrong(text, parseLessonsCsv)).toEqual(["accepted"]);
  });

  test("the same columns are not enough for a course", () => {
    expect(wrong(`${lessons}\nL,C,E,js,x`)).toEqual(["1/1 CSV_COLUMN_MISSING", "1/1 CSV_COLUMN_MISSING"]);
  });

  test("a sheet without a lesson is refused", () => {
    expect(wrong(lessons, parseLessonsCsv)).toEqual(["1/1 lesson_title TITLE_EMPTY"]);
    expect(wrong(`course_title,${lessons}\nT,,,,,`, parseLessonsCsv)).toEqual([
      "2/2 lesson_title TITLE_EMPTY",
    ]);
  });

  test("a refusal has the titles that could be read", () => {
    const result = parseLessonsCsv(`${lessons}\nL,C,E,js,x\nM,C,E,,x\n,C,E,js,x`);
    expect(result).toMatchObject({ ok: false, titles: ["L", "M"] });
  });
});

test("every column of an export is understood", () => {
  expect(wrong(`${columnNames.join(",")}\n${columnNames.map(() => "").join(",")}`)).toEqual([
    "1/1 course_title TITLE_EMPTY",
    "1/1 difficulty_level DIFFICULTY_INVALID",
  ]);
});

test("rows beyond what any course needs are a fault, and are not left out in silence", () => {
  const rows = "T,beginner,L,,,,\n".repeat(100_001);
  const head =
    "course_title,difficulty_level,lesson_title,chapter_title,example_title,language,code_content\n";
  const reading = parseCourseCsv(head + rows);
  expect(reading).toMatchObject({ ok: false, errorCount: 1, problems: [{ code: "TOO_MANY", row: 100_002 }] });
  expect(parseCourseCsv(head + rows.slice(0, -rows.length / 100_001)).ok).toBe(true);
});
