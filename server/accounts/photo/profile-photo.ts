// Sets and removes the caller's own photo: an uploaded file, stored as a small square image in the database, or an
// address under the operator's own cloud or on an allowed host.

import { createHash } from "node:crypto";
import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import { DomainError } from "../../domain-error.ts";
import { lockUser } from "../../store/accounts/account-changes.ts";
import { updateProfilePhoto as storeProfilePhoto } from "../../store/accounts/accounts.ts";
import { dropPhoto, findPhoto, putPhoto } from "../../store/accounts/photos.ts";
import type { Store, Tx } from "../../store/store.ts";
import type { Principal } from "../../principal.ts";
import { gone } from "../passwords/check-password.ts";
import { type CloudinaryAccount, deliveredUnder } from "./cloudinary-signature.ts";
import type { PhotoImages } from "./photo-image.ts";

type Deps = { readonly store: Store; readonly now: () => number };
type AllowedPhotos = {
  readonly photoHosts: readonly string[];
  readonly cloudinary: CloudinaryAccount | null;
};

/** Throws DomainError TOO_LARGE, UNSUPPORTED_TYPE, UNAVAILABLE (too many at once). */
export async function uploadProfilePhoto(
  { store, now, photoImages }: Deps & { readonly photoImages: PhotoImages },
  principal: Principal,
  { file }: { readonly file: Uint8Array },
): Promise<HandlerResult<"uploadProfilePhoto">> {
  const bytes = await photoImages.toSquare(file);
  const hash = createHash("sha256").update(bytes).digest("hex");
  const profilePhoto = `/media/${hash}.webp`;
  await changePhoto({ store, now }, principal, profilePhoto, (tx, at) =>
    putPhoto(tx, { userId: principal.userId, hash, bytes, at }),
  );
  return { profile_photo: profilePhoto };
}

/**
 * `photoHosts` are further allowed hosts, with their port unless it is the default; `cloudinary` is the operator's own
 * cloud. Throws DomainError INVALID.
 */
export async function updateProfilePhoto(
  { store, now, ...allowed }: Deps & AllowedPhotos,
  principal: Principal,
  { profilePhoto }: ParsedBody<"updateProfilePhoto">,
): Promise<HandlerResult<"updateProfilePhoto">> {
  const url =
    /^https:\/\/[^\s\\]+$/i.test(profilePhoto) && URL.canParse(profilePhoto) ? new URL(profilePhoto) : null;
  // The server never fetches this address, but the browser of every user who sees the photo does.
  if (!url || url.username !== "" || url.password !== "" || !isAllowed(url, allowed))
    throw notAllowed(allowed);
  await changePhoto({ store, now }, principal, url.href, (tx) => dropPhoto(tx, principal.userId));
  return { profile_photo: url.href };
}

export async function deleteProfilePhoto(
  deps: Deps,
  principal: Principal,
): Promise<HandlerResult<"deleteProfilePhoto">> {
  await changePhoto(deps, principal, null, (tx) => dropPhoto(tx, principal.userId));
  return { message: "Your photo has been removed." };
}

/** `name` is the last segment of the address, such as `<hash>.webp`. Throws DomainError NOT_FOUND. */
export async function getPhoto({ store }: Pick<Deps, "store">, name: string): Promise<Uint8Array> {
  const hash = /^([0-9a-f]{64})\.webp$/.exec(name)?.[1];
  const bytes = hash === undefined ? null : await store.read((db) => findPhoto(db, hash));
  if (!bytes) throw new DomainError("NOT_FOUND", "There is no such photo.");
  return bytes;
}

async function changePhoto(
  { store, now }: Deps,
  { userId }: Principal,
  profilePhoto: string | null,
  change: (tx: Tx, at: number) => Promise<void>,
): Promise<void> {
  const found = await store.write(async (tx) => {
    const at = now();
    if (!(await lockUser(tx, userId))) return false;
    await change(tx, at);
    await storeProfilePhoto(tx, { userId, profilePhoto, at });
    return true;
  });
  if (!found) throw gone();
}

function isAllowed(url: URL, { photoHosts, cloudinary }: AllowedPhotos): boolean {
  if (photoHosts.includes(url.host)) return true;
  // An encoded slash could lead out of the folder where Cloudinary decodes it.
  return cloudinary !== null && url.href.startsWith(deliveredUnder(cloudinary)) && !/%2f|%5c/i.test(url.href);
}

function notAllowed({ photoHosts, cloudinary }: AllowedPhotos): DomainError {
  const places = [...(cloudinary ? [deliveredUnder(cloudinary)] : []), ...photoHosts];
  const message =
    places.length === 0
      ? "This server takes no photos from other addresses. Upload the photo as a file."
      : `The photo must be an https address on ${places.join(" or ")}.`;
  return new DomainError("INVALID", message, { details: [{ path: "profilePhoto", message }] });
}
