// The keys by which an address or a username is unique. They are computed here, so that both databases agree. A change
// of this file needs a migration that computes the keys of all accounts again, as `renew-identity-keys.ts` does.

import { emailInOneForm } from "@tabstop/contract/email-address";
import { foldCase } from "@tabstop/course/fold";
import lookAlikes from "unhomoglyph";

/** The same key for all spellings of a mail address. A text that is no address has a key too, which no account has. */
export function emailKey(text: string): string {
  return folded(emailInOneForm(text) ?? text.trim());
}

/**
 * The same key for all usernames that readers take for one: in any case and spelling, with one or several spaces, and
 * with letters that look alike (UTS 39), such as the а of Cyrillic for the a of Latin.
 */
export function usernameKey(username: string): string {
  return lookOf(folded(username));
}

/**
 * The key of the name that this one looks like if its capitals are read before case is dropped: Cyrillic МАХ looks like
 * Latin MAX, though мах does not look like max. The same as the key for most names.
 */
export function imitatedUsernameKey(username: string): string {
  return lookOf(skeleton(username.normalize("NFKC")));
}

function lookOf(lower: string): string {
  // Twice, since what looks like a capital may in lower case look like another letter.
  const alike = skeleton(skeleton(folded(lower)));
  // The capital I and the small l look alike, and case does not count.
  return alike.replaceAll("i", "l");
}

/** Case folded, one space for several, without variation selectors. */
function folded(text: string): string {
  return foldCase(text.replace(/[\ufe0e\ufe0f]/g, "")).replace(/\s+/gu, " ");
}

/** The skeleton of UTS 39, in lower case. */
function skeleton(text: string): string {
  return lookAlikes(text.normalize("NFD")).toLowerCase().normalize("NFD");
}
