// Changes and removes the profile photo: with Cloudinary's widget where the server uses it, else with a file and the
// crop dialog.

import { type ComponentType, useEffect, useState } from "react";
import { withRetry } from "../../shell/browser/lazy-screen.ts";
import { api } from "../../shell/data/api.ts";
import { session } from "../../shell/session/session.ts";
import { loadWidget, uploadByWidget, usesWidget } from "../photo/cloudinary-widget.ts";
import type { CropDialog } from "../photo/crop-dialog.tsx";
import type { PhotoToSend } from "../photo/cut-square.ts";
import {
  notAnImage,
  refusalOf,
  UploadFailure,
  type UploadProblem,
  uploadError,
  uploadProblem,
} from "../photo/photo-rules.ts";
import { uploadPhoto } from "../photo/upload-photo.ts";
import { problemSentence } from "./problem-sentence.ts";
import { showPhoto } from "./profile-query.ts";

export type PhotoState =
  | { readonly kind: "idle" }
  | { readonly kind: "busy"; readonly text: string }
  | { readonly kind: "done"; readonly text: string }
  | { readonly kind: "upload-failed"; readonly problem: UploadProblem }
  | { readonly kind: "refused"; readonly text: string };

type Cropping = { readonly file: File; readonly Dialog: ComponentType<Parameters<typeof CropDialog>[0]> };

/** `photo` is the current one, or null. `openFiles` opens the browser's file dialog. */
// Long: the steps share the state.
export function usePhoto(userId: number, photo: string | null, openFiles: () => void) {
  const [state, setState] = useState<PhotoState>({ kind: "idle" });
  const [cropping, setCropping] = useState<Cropping | null>(null);
  const byWidget = usesWidget();
  useEffect(() => {
    if (byWidget) loadWidget();
  }, [byWidget]);

  const fail = (error: unknown, fallback: string) =>
    setState({ kind: "upload-failed", problem: uploadProblem(error, fallback) });
  const isLoggedIn = (what: "update" | "remove") => {
    if (session.isStored()) return true;
    setState({ kind: "refused", text: `You must be logged in to ${what} your profile photo` });
    return false;
  };

  const uploadThroughWidget = async () => {
    setState({ kind: "busy", text: "Uploading..." });
    try {
      const address = await uploadByWidget();
      if (address === null) return setState({ kind: "idle" });
      const updated = await api("updateProfilePhoto", { body: { profilePhoto: address } });
      showPhoto(userId, updated.profile_photo);
      setState({ kind: "done", text: "Photo updated." });
    } catch (error) {
      fail(error, "Failed to update profile");
    }
  };

  return {
    state,
    /** The chosen file with the crop dialog, which is loaded when it is needed; null when it is not open. */
    cropping,
    choose: () => {
      if (!isLoggedIn("update") || state.kind === "busy") return;
      setState({ kind: "idle" });
      if (byWidget) void uploadThroughWidget();
      else openFiles();
    },
    crop: async (file: File) => {
      const refusal = refusalOf(file);
      if (refusal !== null) return fail(new UploadFailure(refusal), uploadError);
      setState({ kind: "busy", text: "Opening..." });
      try {
        const { CropDialog } = await withRetry(() => import("../photo/crop-dialog.tsx"));
        setCropping({ file, Dialog: CropDialog });
        setState({ kind: "idle" });
      } catch {
        fail(new UploadFailure(uploadError), uploadError);
      }
    },
    cancelCrop: () => setCropping(null),
    refuseFile: () => {
      setCropping(null);
      fail(new UploadFailure(notAnImage), uploadError);
    },
    send: async ({ photo: sent, isCut }: PhotoToSend, signal: AbortSignal) => {
      if (!isLoggedIn("update")) return setCropping(null);
      showPhoto(userId, await uploadPhoto(sent, signal));
      setCropping(null);
      const text = isCut
        ? "Photo updated."
        : "Photo updated. Your browser does not let this page crop pictures, so the photo shows the middle of the file.";
      setState({ kind: "done", text });
    },
    remove: async () => {
      if (!isLoggedIn("remove") || state.kind === "busy") return;
      setState({ kind: "busy", text: "Removing..." });
      try {
        await api("deleteProfilePhoto");
        showPhoto(userId, null);
        // Removed all the same without a photo: another device may have set one since the profile was loaded.
        setState({ kind: "done", text: photo === null ? "You have no profile photo." : "Photo removed." });
      } catch (error) {
        // A photo on this server is deleted; one at Cloudinary is only removed from the profile.
        const fallback = photo?.startsWith("http")
          ? "Failed to remove profile photo"
          : "Photo deletion failed";
        setState({ kind: "refused", text: problemSentence(error, fallback) });
      }
    },
  };
}
