// The command line of a browser for tests: no questions, no background requests, only the server under test.

/** @type {string[]} */
export const quietArguments = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-default-apps",
  "--no-default-browser-check",
  "--disable-domain-reliability",
  "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider",
  // `class-room.test` is this machine, but not a secure context as 127.0.0.1 is.
  "--host-resolver-rules=MAP class-room.test 127.0.0.1 , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
];
