/** The background of a user without a photo, 0 to 6: the sum of the username's UTF-16 codes, modulo 7. */
export function avatarColor(username: string): number {
  let sum = 0;
  for (let i = 0; i < username.length; i++) sum += username.charCodeAt(i);
  return sum % 7;
}

/** What a reader sees as the first character, in upper case; 'U' without a name. */
export function avatarLetter(username: string): string {
  // Invisible characters are no letter. Composed, so that most letters are one code point.
  const name = username.normalize("NFC").replace(/^[\p{Z}\p{Cc}\p{Cf}]+/u, "");
  const first = firstGrapheme(name);
  const upper = first.toUpperCase();
  // Some letters have no capital of one letter, such as ß and ﬁ.
  return (firstGrapheme(upper) === upper ? upper : first) || "U";
}

function firstGrapheme(text: string): string {
  // Firefox has it since 125.
  if (!("Segmenter" in Intl)) return withoutSegmenter.exec(text)?.[0] ?? "";
  const [first] = new Intl.Segmenter("und", { granularity: "grapheme" }).segment(text);
  return first?.segment ?? "";
}

/** A flag, or a code point with the marks and joined emoji that follow it. */
const withoutSegmenter =
  /^(?:\p{Regional_Indicator}{2}|.(?:[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]|\u200d.)*)/su;
