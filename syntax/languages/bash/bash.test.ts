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

test("what follows a command such as sudo is a command, and what it has behind it is no option of sudo", () => {
  expect(names("sudo -u ann ls -l")).toEqual(["sudo", "sudo -u", "ls", "ls -l"]);
  expect(names("xargs -I {} ./mine -q")).toEqual(["xargs", "xargs -I"]);
  expect(names("timeout 5 mine -q; env A=1 ls -a")).toEqual(["timeout", ";", "env", "ls", "ls -a"]);
  expect(names("time -f a ls -l")).toEqual(["time", "time -f", "ls", "ls -l"]);
  expect(names("git bisect run grep -q a b")).toEqual([
    "git",
    "git bisect",
    "git bisect run",
    "grep",
    "grep -q",
  ]);
});

test("options behind a command of git are those of that command", () => {
  expect(names("git check-ignore -v a")).toEqual(["git", "git check-ignore", "git check-ignore -v"]);
  expect(names("git my-alias -v a")).toEqual(["git"]);
  expect(names("git -C log status -s")).toEqual(["git", "git -C", "git status", "git status -s"]);
  expect(names("git --git-dir=a/.git stash push -u")).toEqual([
    "git",
    "git --git-dir",
    "git stash",
    "git stash push",
    "git stash push -u",
  ]);
});

test("in the name of a commit the signs of git count, and the branch and the number are the author's", () => {
  expect(placesOf("git reset HEAD~2", "HEAD")).toEqual(["HEAD"]);
  expect(placesOf("git reset HEAD~2", "x~n")).toEqual(["~"]);
  expect(names('git log a..b c...d "e@{1}" @{u}.. f^ -- g..h')).toEqual([
    "git",
    "git log",
    "x..y",
    "x...y",
    '" "',
    "x@{ }",
    "@{u}",
    "x^n",
    "--",
  ]);
  expect(placesOf('git restore --source="$a~1" b', "x~n")).toEqual(["~"]);
  expect(placesOf("git show a:b/c.txt", "x:y")).toEqual([":"]);
  expect(names("git push ../a..b https://c.org; git add a~1 HEAD")).toEqual([
    "git",
    "git push",
    "x..y",
    ";",
    "git add",
  ]);
  expect(names('git commit -m "go on to a..b"')).toEqual(["git", "git commit", "git commit -m", '" "']);
});

test("the placeholders of a format and the settings of git are its own", () => {
  expect(names('git log --format="%h by %an" -3')).toEqual([
    "git",
    "git log",
    "git log --format",
    '" "',
    "git %h",
    "git %an",
    "git log -1",
  ]);
  expect(placesOf("git show --pretty=format:%C(red)%s", "git %C( )")).toEqual(["%C( )"]);
  expect(placesOf("git branch --format='%(refname)'", "git %(refname)")).toEqual(["%(refname)"]);
  expect(names("git config user.name b; git -c pull.rebase=true pull; git config my.own c")).toEqual([
    "git",
    "git config",
    "user.name",
    ";",
    "git -c",
    "pull.rebase",
    "git pull",
  ]);
});

test("a hyphen for the last place or before a number, and a mode of chmod, count", () => {
  expect(placesOf("head -15 a", "head -1")).toEqual(["-"]);
  expect(placesOf("cd -; git switch -", "git switch -")).toEqual(["-"]);
  expect(names("chmod u+x a; echo -5 -")).toEqual(["chmod", "chmod u+x", ";", "echo"]);
});

test("a script in a here document begins with the shebang", () => {
  expect(placesOf("cat >a.sh <<'EOF'\n#!/bin/sh\nls\n# b\nEOF", "#!")).toEqual(["#!"]);
});

test("a hundred thousand expansions in each other are read", () => {
  for (const part of ["$(", '"$(', "${a:-", "$((", "`", "a=(", "<(", "case x in y) "])
    expect(constructsOf(part.repeat(100_000), "bash").length).toBeGreaterThan(0);
});
