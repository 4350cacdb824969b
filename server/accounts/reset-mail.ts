// The reset mail, as text and as HTML. Whatever a person chose is escaped; the link comes from PUBLIC_URL alone.

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export function resetMail(of: {
  readonly email: string;
  readonly username: string;
  /** An origin. */
  readonly publicUrl: string;
  readonly token: string;
}): Mail {
  const link = `${of.publicUrl}/reset-password?token=${of.token}`;
  const ask = "Somebody asked to set a new password for your Tabstop account. To choose one, open this link:";
  const good = "It works once, within one hour from now, and only the newest one works.";
  const ignore = "If it was not you, ignore this mail: your password stays as it is.";
  return {
    to: of.email,
    subject: "Set a new Tabstop password",
    text: `Hello ${of.username},\n\n${ask}\n\n${link}\n\n${good}\n${ignore}\n`,
    html: `<!doctype html>
<html lang="en">
<body style="font-family: sans-serif; line-height: 1.5">
<p>Hello ${escaped(of.username)},</p>
<p>${ask}</p>
<p><a href="${escaped(link)}">${escaped(link)}</a></p>
<p>${good}<br>${ignore}</p>
</body>
</html>
`,
  };
}

function escaped(text: string): string {
  return text.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
