// Passwords that everybody guesses first. The product's rule for a password is its length alone; whoever runs a site may
// refuse these too (REFUSE_COMMON_PASSWORDS).

import { DomainError } from "../../domain-error.ts";
import { commonPasswordList } from "./common-password-list.ts";

/** Throws DomainError INVALID for a new password that is not taken; `field` is its name in the body. */
export type PasswordRule = (newPassword: string, field: string) => void;

export function createPasswordRule({ refuseCommon }: { readonly refuseCommon: boolean }): PasswordRule {
  if (!refuseCommon) return () => {};
  const common = new Set(commonPasswordList.trim().split(/\s+/));
  return (newPassword, field) => {
    if (!common.has(newPassword.normalize("NFKC").toLowerCase())) return;
    const message = "This password is one of those that are guessed first. Choose another one.";
    throw new DomainError("INVALID", message, { details: [{ path: field, message }] });
  };
}
