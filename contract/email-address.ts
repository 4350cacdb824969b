// Mail addresses in one form, so that an address is one identity however it is spelled: `anna@bücher.example`,
// `anna@BÜCHER.example` and `anna@xn--bcher-kva.example` are the same mailbox. The form is what mail servers exchange: the
// domain in ASCII and lower case. People read the other form.

import { domainToASCII, domainToUnicode } from "node:url";

// What a browser's email field accepts (HTML, "valid email address"). No dot is needed: `admin@localhost` is valid.
const localPart = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+$/;
const asciiDomain =
  /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** ASCII that no domain has. Node would read it as part of a web address: of `a/b`, the host is `a`. */
const notOfDomains = /[\0-,/:-@[-`{-\x7f]/;

/**
 * The address with its domain in ASCII, or null for a text that is no address. Full-width characters count as their
 * plain ones. The part before the @ keeps its case and must be ASCII. Call it with a short text only: it normalises.
 */
export function emailInOneForm(text: string): string | null {
  const plain = text.trim().normalize("NFKC");
  const at = plain.lastIndexOf("@");
  const domain = domainInOneForm(plain.slice(at + 1));
  return at > 0 && domain !== null && localPart.test(plain.slice(0, at))
    ? `${plain.slice(0, at)}@${domain}`
    : null;
}

/** The domain in ASCII and lower case; null for one that cannot exist, such as one with invalid Punycode. */
export function domainInOneForm(text: string): string | null {
  const plain = text.normalize("NFKC");
  const ascii = notOfDomains.test(plain) ? "" : domainToASCII(plain);
  return asciiDomain.test(ascii) ? ascii : null;
}

/** The address as people write it: `anna@bücher.example`. */
export function readableEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return email.slice(0, at + 1) + readableDomain(email.slice(at + 1));
}

export function readableDomain(domain: string): string {
  return domain.includes("xn--") ? domainToUnicode(domain) || domain : domain;
}
