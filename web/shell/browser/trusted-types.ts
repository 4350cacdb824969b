// The only Trusted Types policy that the content security policy allows. It accepts the text of structured data, which
// no browser executes; addresses of workers on our own origin; and the upload widget's script, which the content
// security policy blocks unless the widget is configured. Nothing else can become a script.

import { ifSupported } from "../../ui/if-supported.ts";

type Policy = {
  createScript(text: string): string;
  createScriptURL(address: string): string;
};
type Factory = { createPolicy(name: string, rules: Policy): Policy };

const uploadWidget = "https://upload-widget.cloudinary.com/latest/global/all.js";

const rules: Policy = {
  createScript(text) {
    // Throws if the text is not data.
    JSON.parse(text);
    return text;
  },
  createScriptURL(address) {
    if (address !== uploadWidget && new URL(address, location.href).origin !== location.origin)
      throw new TypeError(`A script from another origin: ${address}`);
    return address;
  },
};

const policy =
  ifSupported(() =>
    (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy("tabstop", rules),
  ) ?? rules;

/** Text for a `<script type="application/ld+json">`; throws SyntaxError if it is not JSON. */
export function structuredDataText(text: string): string {
  return policy.createScript(text);
}

/** An address for `new Worker`; throws TypeError if it is not on this origin. */
export function workerAddress(address: string): string {
  return policy.createScriptURL(address);
}

/** The address of Cloudinary's upload widget for the `src` of a script element. */
export function uploadWidgetAddress(): string {
  return policy.createScriptURL(uploadWidget);
}
