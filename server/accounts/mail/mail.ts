// The layout of every mail: some sentences and one link, as text and as HTML. The link is built from PUBLIC_URL alone.
//
// A mail contains no text that a user chose, not even the username: anyone can register with an address of another
// person, and mail programs turn a name such as `evil.example` into a link.

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export function mailOf(of: {
  readonly to: string;
  readonly subject: string;
  readonly before: string;
  readonly link: string;
  readonly after: readonly string[];
}): Mail {
  return {
    to: of.to,
    subject: of.subject,
    text: `Hello,\n\n${of.before}\n\n${of.link}\n\n${of.after.join("\n")}\n`,
    html: `<!doctype html>
<html lang="en">
<body style="font-family: sans-serif; line-height: 1.5">
<p>Hello,</p>
<p>${escaped(of.before)}</p>
<p><a href="${escaped(of.link)}">${escaped(of.link)}</a></p>
<p>${of.after.map(escaped).join("<br>")}</p>
</body>
</html>
`,
  };
}

function escaped(text: string): string {
  return text.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
