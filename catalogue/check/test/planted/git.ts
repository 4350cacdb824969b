// Examples of Bash that use Git, with planted faults, and sound ones.

import type { Planted } from "./planted.ts";

export const plantedGit: readonly Planted[] = [
  {
    name: "sound Git",
    language: "bash",
    code: 'git init -q\necho "tea" >list.txt\ngit add list.txt\ngit commit -m "Add the list"\ngit switch -c more\ngit log --format="%h %an %ad %s"',
    output:
      "[main (root-commit) 062a6a4] Add the list\n 1 file changed, 1 insertion(+)\n create mode 100644 list.txt\n062a6a4 Kim Reed Mon Jan 5 09:00:00 2026 +0000 Add the list",
  },
  {
    name: "names that an example sets",
    language: "bash",
    code: 'git init -q\ngit config user.name "Lee Park"\ngit commit -q --allow-empty -m "Begin"\ngit log --format="%an, %ae"\ngit config --global user.name "Ada Lane"\ngit config --global user.name\ngit status --short',
    output: "Lee Park, kim@example.org\nAda Lane",
  },
  {
    name: "a remote in another folder",
    language: "bash",
    code: 'git init -q --bare site.git\ngit init -q work\ncd work || exit\ngit remote add origin ../site.git\ngit commit -q --allow-empty -m "Begin"\ngit push -u origin main\ngit fetch\ngit branch -r',
    output: "branch 'main' set up to track 'origin/main'.\n  origin/main",
  },
  {
    name: "a conflict",
    language: "bash",
    code: 'git init -q\necho "tea" >list.txt\ngit add .\ngit commit -q -m "Tea"\ngit switch -q -c milk\necho "milk" >list.txt\ngit commit -q -a -m "Milk"\ngit switch -q main\necho "rice" >list.txt\ngit commit -q -a -m "Rice"\ngit merge milk || git diff --name-only --diff-filter=U',
    output:
      "Auto-merging list.txt\nCONFLICT (content): Merge conflict in list.txt\nAutomatic merge failed; fix conflicts and then commit the result.\nlist.txt",
  },
  {
    name: "Git with a file of its fixture",
    language: "bash",
    code: "git init -q\ngit add .\ngit status --short",
    output: "A  words.txt",
    fixture: { "words.txt": "tea\n" },
  },
  {
    name: "Git outside of a repository",
    language: "bash",
    code: "git status",
    expect: /^run: fatal: not a git repository/,
  },
  {
    name: "a failure of Git that the example ignores",
    language: "bash",
    code: "git status || true",
    expect: /^run: wrote to stderr: fatal: not a git repository/,
  },
  {
    name: "a failing command of Git",
    language: "bash",
    code: "git init -q\ngit switch none",
    expect: /^run: fatal: invalid reference/,
  },
  {
    name: "the folder of a repository",
    language: "bash",
    code: "git init",
    expect: /a different text each time/,
  },
  {
    name: "an unset variable beside Git",
    language: "bash",
    code: 'git init -q\necho "${none}"',
    expect: /^run: .*unbound variable/s,
  },
  {
    name: "an output of Git with another hash",
    language: "bash",
    code: 'git init -q\ngit commit --allow-empty -m "Begin"',
    output: "[main (root-commit) 1234567] Begin",
    expect: /^output: .*line 1/,
  },
];
