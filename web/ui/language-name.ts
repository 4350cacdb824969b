// The name of a language, as people write it.

export { languageName } from "@tabstop/course/languages";
