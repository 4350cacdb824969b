// The use cases of accounts by endpoint.

import type { accounts } from "@tabstop/contract/accounts";
import type { HandlersOf } from "../handler.ts";
import type { Store } from "../store/store.ts";
import { deleteAccount } from "./delete-account.ts";
import { exportAccount } from "./export-account.ts";
import { getProfile } from "./get-profile.ts";
import { changePassword } from "./passwords/change-password.ts";
import type { CheckTimes } from "./passwords/check-password.ts";
import type { PasswordRule } from "./passwords/common-passwords.ts";
import type { Passwords } from "./passwords/passwords.ts";
import { checkResetToken, forgotPassword, resetPassword } from "./passwords/reset-password.ts";
import type { Throttle } from "./passwords/throttle.ts";
import { type CloudinaryAccount, getCloudinarySignature } from "./photo/cloudinary-signature.ts";
import type { PhotoImages } from "./photo/photo-image.ts";
import { deleteProfilePhoto, updateProfilePhoto, uploadProfilePhoto } from "./photo/profile-photo.ts";
import { getPreferences, updatePreferences } from "./preferences.ts";
import { type RegistrationRule, register } from "./register.ts";
import { logIn } from "./sessions/log-in.ts";
import { logOut } from "./sessions/log-out.ts";
import { endOtherSessions, endSession, listOwnSessions } from "./sessions/own-sessions.ts";
import { refresh } from "./sessions/refresh.ts";
import type { Tokens } from "./sessions/tokens.ts";

/** Each use case takes the part that it needs. */
export type AccountsDeps = {
  readonly store: Store;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly checkTimes: CheckTimes;
  readonly photoImages: PhotoImages;
  readonly photoHosts: readonly string[];
  readonly cloudinary: CloudinaryAccount | null;
  /** How many days the keystrokes of a run that is not the best are kept. */
  readonly keepRunsDays: number;
  readonly registration: RegistrationRule;
  readonly passwordRule: PasswordRule;
  /** The history of a card as an object of days and grades; null for bytes that are none. */
  readonly readHistory: (packed: Uint8Array) => object | null;
  /** Called after COMMIT when there is mail to send. */
  readonly mailQueued: () => void;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
};

export function accountsHandlers(deps: AccountsDeps): HandlersOf<typeof accounts> {
  return {
    register: ({ body, userAgent, address }) => register(deps, { ...body, userAgent, address }),
    login: ({ body, userAgent, address }) => logIn(deps, { ...body, userAgent, address }),
    refresh: ({ body }) => refresh(deps, body),
    logout: ({ principal }) => logOut(deps, principal),
    forgotPassword: ({ body, address }) => forgotPassword(deps, { ...body, address }),
    checkResetToken: ({ params }) => checkResetToken(deps, params),
    resetPassword: ({ body, address }) => resetPassword(deps, { ...body, address }),
    changePassword: ({ principal, body, address }) => changePassword(deps, principal, { ...body, address }),
    getProfile: ({ principal }) => getProfile(deps, principal),
    uploadProfilePhoto: ({ principal, file }) => uploadProfilePhoto(deps, principal, { file }),
    updateProfilePhoto: ({ principal, body }) => updateProfilePhoto(deps, principal, body),
    deleteProfilePhoto: ({ principal }) => deleteProfilePhoto(deps, principal),
    getPreferences: ({ principal }) => getPreferences(deps, principal),
    updatePreferences: ({ principal, body }) => updatePreferences(deps, principal, body),
    getCloudinarySignature: ({ query }) => getCloudinarySignature(deps, query),
    listSessions: ({ principal }) => listOwnSessions(deps, principal),
    endOtherSessions: ({ principal }) => endOtherSessions(deps, principal),
    endSession: ({ principal, params }) => endSession(deps, principal, params),
    exportAccount: ({ principal }) => exportAccount(deps, principal),
    deleteAccount: ({ principal, body, address }) => deleteAccount(deps, principal, { ...body, address }),
  };
}
