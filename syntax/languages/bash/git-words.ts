// The words of git: its commands, the keys of its settings, the names of commits that it makes.

import { withFirstWords, wordSet } from "../../word-set.ts";

/** What follows `git`, and what follows one of these. */
const commands: Readonly<Record<string, string>> = {
  git: `
    add am apply archive bisect blame branch bundle cat-file check-attr check-ignore checkout cherry cherry-pick clean
    clone commit config count-objects describe diff difftool fetch filter-branch for-each-ref format-patch fsck gc grep
    hash-object help init log ls-files ls-remote ls-tree maintenance merge merge-base mergetool mv name-rev notes prune
    pull push range-diff rebase reflog remote repack replace rerere reset restore rev-list rev-parse revert rm shortlog
    show show-ref sparse-checkout stash status submodule switch symbolic-ref tag update-index update-ref var worktree`,
  "git bisect": "bad good log new old reset run skip start",
  "git bundle": "create list-heads unbundle verify",
  "git config": "edit get list set unset",
  "git notes": "add append copy edit list remove show",
  "git reflog": "expire show",
  "git remote": "add get-url prune remove rename set-url show update",
  "git sparse-checkout": "add disable list set",
  "git stash": "apply branch clear drop list pop push show",
  "git submodule": "add deinit foreach init status sync update",
  "git worktree": "add list lock move prune remove unlock",
};

export const gitCommands: ReadonlySet<string> = withFirstWords(commands);

/** Settings of `git config` and `git -c`. */
export const gitSettings = wordSet(`
  branch.sort color.ui commit.gpgSign commit.template commit.verbose core.autocrlf core.editor core.excludesFile
  core.fileMode core.hooksPath core.ignoreCase core.pager credential.helper diff.algorithm diff.tool fetch.prune
  help.autocorrect init.defaultBranch log.date merge.conflictStyle merge.ff merge.tool pull.ff pull.rebase
  push.autoSetupRemote push.default push.followTags rebase.autoSquash rebase.autoStash rebase.updateRefs rerere.enabled
  sequence.editor tag.gpgSign tag.sort user.email user.name user.signingKey`);

/** The commands that take names of commits, such as `HEAD~2` and `main..topic`. */
export const takesCommits: ReadonlySet<string> = withFirstWords({
  git: `
    archive blame branch cat-file checkout cherry cherry-pick commit describe diff difftool fetch format-patch log ls-tree
    merge merge-base name-rev notes pull push range-diff rebase reflog reset restore rev-list rev-parse revert shortlog
    show stash switch symbolic-ref tag update-ref`,
  "git bisect": "bad good skip start",
  "git reflog": "show",
  "git stash": "apply branch drop pop show",
  "git worktree": "add",
});

/** Their options whose values are such names too. */
export const optionsWithCommits = wordSet(
  "--contains --fixup --merged --no-contains --no-merged --onto --points-at --source --squash",
);
