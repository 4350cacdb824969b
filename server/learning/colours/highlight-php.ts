// A grammar for PHP as it is in files: HTML with PHP between tags. Shiki's own grammar starts inside the tags and would
// read a template's HTML as PHP. (A text without any tag is all PHP: `colour-runs.ts`.)

import type { LanguageRegistration } from "shiki/core";
import html from "shiki/langs/html.mjs";
import php from "shiki/langs/php.mjs";

const tag = { name: "keyword.other.tag.php" };

const template: LanguageRegistration = {
  name: "php-template",
  scopeName: "text.html.php",
  embeddedLangs: ["html", "php"],
  // Injected, so that tags are found anywhere in the HTML: between attributes, within quotes, in a script.
  injections: {
    "L:text.html.php - meta.embedded.php": {
      patterns: [
        {
          begin: "<\\?(?i:php\\b|=)?",
          end: "\\?>",
          beginCaptures: { 0: tag },
          endCaptures: { 0: tag },
          name: "meta.embedded.php",
          patterns: [{ include: "source.php" }],
        },
      ],
    },
  },
  patterns: [{ include: "text.html.basic" }],
  repository: {},
};

export default [...html, ...php, template];
