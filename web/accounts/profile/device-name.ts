// What a person calls the device of a session, from what its browser said: 'Chrome on Windows'. A guess for people to
// know their own devices by, nothing more: browsers say what they like.

// The first that fits: most browsers also claim to be the ones below them.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera|OPT)\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac(?:intosh| OS X)\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

export function deviceName(userAgent: string): string {
  const browser = nameIn(browsers, userAgent) ?? programName(userAgent);
  const system = nameIn(systems, userAgent);
  if (browser !== null) return system === null ? browser : `${browser} on ${system}`;
  return system === null ? "Unknown device" : `Unknown browser on ${system}`;
}

function nameIn(names: typeof browsers, text: string): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** `curl` of `curl/8.5.0`; every browser begins with `Mozilla`, which says nothing. */
function programName(userAgent: string): string | null {
  const name = /^([\w.-]{1,40})\//.exec(userAgent)?.[1];
  return name === undefined || name === "Mozilla" ? null : name;
}
