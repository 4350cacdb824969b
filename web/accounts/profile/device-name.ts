// The name of a session's device, guessed from its user agent: 'Chrome on Windows'. It only helps users to recognise
// their own devices, since a browser can send any user agent.

// The first match counts: most user agents also name the browsers below theirs.
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

/** `curl` in `curl/8.5.0`. `Mozilla` does not count as a name: every browser sends it. */
function programName(userAgent: string): string | null {
  const name = /^([\w.-]{1,40})\//.exec(userAgent)?.[1];
  return name === undefined || name === "Mozilla" ? null : name;
}
