// The one policy of Trusted Types that the content security policy names: it lets through the text of structured data,
// which no browser runs, and addresses of workers that are our own files. Nothing else may become a script here.

type Policy = {
  createScript(text: string): string;
  createScriptURL(address: string): string;
};
type Factory = { createPolicy(name: string, rules: Policy): Policy };

const rules: Policy = {
  createScript(text) {
    // Throws on whatever is not data.
    JSON.parse(text);
    return text;
  },
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin)
      throw new TypeError(`A worker from another origin: ${address}`);
    return address;
  },
};

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
const policy = factory?.createPolicy("tabstop", rules) ?? rules;

/** Text for a `<script type="application/ld+json">`; throws SyntaxError where it is not JSON. */
export function structuredDataText(text: string): string {
  return policy.createScript(text);
}

/** An address for `new Worker`; throws TypeError where it is not on this origin. */
export function workerAddress(address: string): string {
  return policy.createScriptURL(address);
}
