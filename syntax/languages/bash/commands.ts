// Commands of Bash and of the usual tools: any other command is a script or a function of the author.

import { withFirstWords, wordSet } from "../../word-set.ts";
import { gitCommands } from "./git-words.ts";

const programs = wordSet(`
  . : alias apropos apt apt-get arch awk base32 base64 basename bash bc bg bind break brew builtin bunzip2 bzcat bzip2 caller
  cargo cat cd chgrp chmod chown chroot cksum clear cmp column comm command compgen complete compopt continue cp crontab csplit
  curl cut date dd declare df diff dig dirname dirs disown dnf docker du echo ed egrep enable env eval exec exit expand export
  expr factor false fc fg fgrep file find fmt fold free getopts git gpg grep groups gunzip gzip hash head help hexdump history
  host hostname htop iconv id ifconfig install ip jobs join journalctl jq kill killall less let link ln local locale logger
  login logname logout ls lsof make man mapfile md5sum mkdir mkfifo mknod mktemp more mount mv nano nc netstat nice nl node
  nohup npm nproc npx nslookup od openssl paste patch pathchk perl pgrep php ping pip pip3 pkill popd pr printenv printf ps
  pushd pwd python python3 read readarray readlink readonly realpath renice return rev rm rmdir rsync ruby scp sed seq service
  set sftp sh sha1sum sha256sum sha512sum shift shopt shred shuf sleep sort source split ssh stat strings stty su sudo sum
  suspend sync systemctl tac tail tar tee telnet test time timeout times top touch tput tr trap tree true truncate tsort tty
  type typeset ulimit umask umount unalias uname unexpand uniq unlink unset unxz unzip uptime users vi vim wait watch wc wget
  whatis whereis which who whoami xargs xz xzcat yes yum zcat zip`);

export const commands: ReadonlySet<string> = new Set([...programs, ...gitCommands]);

/** A command follows them and their options; a command that is unknown is the author's, with its options. */
export const prefixes: ReadonlySet<string> = new Set([
  ...wordSet("xargs sudo env command builtin exec nohup nice time timeout watch git"),
  "git bisect run",
  "git submodule foreach",
]);

/** The options of prefixes after which the next word is a value, and no command. */
export const valued = withFirstWords({
  git: "-C -c --git-dir --work-tree --namespace",
  xargs: "-E -I -L -P -a -d -n -s",
  sudo: "-C -D -g -h -p -u",
  env: "-C -S -u",
  exec: "-a",
  nice: "-n",
  time: "-f -o",
  timeout: "-k -s",
  watch: "-n",
});

/** Commands to which `-5` says how many. */
export const counting: ReadonlySet<string> = new Set([
  ...wordSet("head tail"),
  ...withFirstWords({ git: "log show reflog format-patch", "git stash": "list" }),
]);

/** Commands to which `-` is the place before this one. */
export const returning: ReadonlySet<string> = new Set(["cd", "git switch", "git checkout", "git merge"]);

export const declarations = wordSet("local declare export readonly typeset alias");

export const openers = wordSet("if then elif else while until do");
export const closers = wordSet("fi done esac");

export const signals = wordSet(
  "EXIT ERR DEBUG RETURN HUP INT QUIT TERM KILL USR1 USR2 PIPE ALRM CHLD CONT STOP TSTP SIGINT SIGTERM SIGHUP",
);

/** What `set -o` can turn on. */
export const settings = wordSet("errexit nounset pipefail xtrace noclobber noglob verbose posix vi emacs");

export const arithmeticSigns = /\*\*|<<=|>>=|&&|\|\||\+\+|--|<<|>>|[-+*/%&|^<>=!]=|[-+*/%&|^<>=!?:~,;]/y;
export const redirection = /&>>|&>|\d?>>|\d?>&\d?-?|\d?>\|?|<<<|<&\d?-?|<>|</y;
