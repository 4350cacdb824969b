import { createClient } from "@tabstop/contract/client";
import { apiBase } from "../../shell/data/api-base.ts";
import { session } from "../../shell/session/session.ts";

/** Uploads a photo and returns its address. Throws ApiError or NetworkError. */
export async function uploadPhoto(photo: Blob, signal: AbortSignal): Promise<string | null> {
  const body = new FormData();
  body.append("profilePhoto", photo, `photo.${photo.type.split("/")[1] ?? "png"}`);
  // The contract's client with its session and retry, but with a form as the body, which sets its own content type.
  const client = createClient({
    baseUrl: apiBase,
    session,
    fetch: (address, init) => fetch(address, { ...init, body }),
  });
  return (await client("uploadProfilePhoto", undefined, { signal })).profile_photo;
}
