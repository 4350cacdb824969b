// The most common passwords, which attackers guess first. The product's only rule for a password is its length; an
// operator can refuse these as well (REFUSE_COMMON_PASSWORDS).

import { DomainError } from "../../domain-error.ts";
import { commonPasswordList } from "./common-password-list.ts";

/** Throws DomainError INVALID for a new password that is refused; `field` is its name in the request body. */
export type PasswordRule = (newPassword: string, field: string) => void;

export function createPasswordRule({ refuseCommon }: { readonly refuseCommon: boolean }): PasswordRule {
  if (!refuseCommon) return () => {};
  const common = new Set(commonPasswordList.trim().split(/\s+/));
  return (newPassword, field) => {
    if (!common.has(newPassword.normalize("NFKC").toLowerCase())) return;
    const message = "This password is one of the most common ones. Choose another one.";
    throw new DomainError("INVALID", message, { details: [{ path: field, message }] });
  };
}
