// The most common passwords, which attackers guess first. The product's only rule for a password is its length; an
// operator can refuse these as well (REFUSE_COMMON_PASSWORDS).

import { DomainError } from "../../domain-error.ts";

/** Throws DomainError INVALID for a new password that is refused; `field` is its name in the request body. */
export type PasswordRule = (newPassword: string, field: string) => void;

const mostCommon = 10_000;

/** The list takes 6 MB of memory, so it is loaded only if common passwords are refused. */
export async function createPasswordRule(options: { readonly refuseCommon: boolean }): Promise<PasswordRule> {
  if (!options.refuseCommon) return () => {};
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  // In lower case, the most frequent first.
  const common = new Set(dictionary["passwords-common"].slice(0, mostCommon));
  return (newPassword, field) => {
    if (!common.has(newPassword.normalize("NFKC").toLowerCase())) return;
    const message = "This password is one of the most common ones. Choose another one.";
    throw new DomainError("INVALID", message, { details: [{ path: field, message }] });
  };
}
