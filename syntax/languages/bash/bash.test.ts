import { expect, test } from "vitest";
import { constructsOf } from "../../constructs-of.ts";

/** The texts of the places of a construct, the pieces of each joined by a space. */
function placesOf(code: string, name: string): string[] {
  const places = constructsOf(code, "bash").find((one) => one.name === name)?.places ?? [];
  return places.map((place) =>
    Array.from({ length: place.length / 2 }, (_, at) => code.slice(place[2 * at], place[2 * at + 1])).join(
      " ",
    ),
  );
}

function names(code: string): string[] {
  return constructsOf(code, "bash").map(({ name }) => name);
}

test("of an expansion only its signs are its place, and what is nested has places of its own", () => {
  const code = '"${a%"${b:-$(c "$d")}"}" ${e[1]} ${f[@]#x} ${g/h/$i}';
  expect(placesOf(code, "${x%y}")).toEqual(["${ % }"]);
  expect(placesOf(code, "${x:-y}")).toEqual(["${ :- }"]);
  expect(placesOf(code, "$( )")).toEqual(["$( )"]);
  expect(placesOf(code, "${x[n]}")).toEqual(["${ [ ]}"]);
  expect(placesOf(code, "${x[@]}")).toEqual(["${ [@] }"]);
  expect(placesOf(code, "${x#y}")).toEqual(["#"]);
  expect(placesOf(code, "${x/a/b}")).toEqual(["${ / / }"]);
});

test("each letter of an option is a place of its own, and the hyphen belongs to the first", () => {
  expect(placesOf("sort -rn", "sort -r")).toEqual(["-r"]);
  expect(placesOf("sort -rn", "sort -n")).toEqual(["n"]);
  expect(placesOf("ls --color=auto", "ls --color")).toEqual(["--color"]);
});

test("commands and options that the author made are no constructs", () => {
  for (const make of ["sort() {\n  :\n}", "function sort {\n  :\n}", "alias sort='x'"])
    expect(names(`${make}\nsort -r list | sudo sort -n`).filter((name) => name.startsWith("sort"))).toEqual(
      [],
    );
  expect(names("./deploy.sh -x; my_tool --deep a | $cmd -y")).toEqual([";", "|", "$name"]);
});

test("in a here document only expansions count, and none where its end is quoted", () => {
  expect(names("cat <<EOF\nif $a && $(sort b)\nEOF\nls")).toEqual([
    "cat",
    "<<EOF",
    "$name",
    "$( )",
    "sort",
    "ls",
  ]);
  expect(names("cat <<'EOF'\nif $a\nEOF\nls")).toEqual(["cat", "<<'EOF'", "ls"]);
});

test("a hundred thousand expansions in each other are read", () => {
  for (const part of ["$(", '"$(', "${a:-", "$((", "`", "a=(", "<(", "case x in y) "])
    expect(constructsOf(part.repeat(100_000), "bash").length).toBeGreaterThan(0);
});
