import { apiThrough } from "../../shell/data/api.ts";

/** Uploads a photo and returns its address. Throws ApiError or NetworkError. */
export async function uploadPhoto(photo: Blob, signal: AbortSignal): Promise<string | null> {
  const body = new FormData();
  body.append("profilePhoto", photo, `photo.${photo.type.split("/")[1] ?? "png"}`);
  // A form as the body sets its own content type.
  const upload = apiThrough((address, init) => fetch(address, { ...init, body }));
  return (await upload("uploadProfilePhoto", undefined, { signal })).profile_photo;
}
