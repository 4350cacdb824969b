// Cloudinary's upload widget, where the server is configured for it: its script is added only then.
//
// The server signs; the widget uploads to Cloudinary and gives an address, which the server is then told. Not tried
// against the real service: the browser tests run a script that stands in for it.

import type { Answer } from "@tabstop/contract/calls";
import { pageSetting } from "../shell/page-settings.ts";
import { uploadWidgetAddress } from "../shell/trusted-types.ts";
import { photoFormats, photoMaxBytes, photoMaxSide, UploadFailure, uploadError } from "./photo-rules.ts";

type Signature = Answer<"getCloudinarySignature">;
type Result = { readonly event?: string; readonly info?: unknown };
type Widget = { readonly open: () => void; readonly destroy?: () => unknown };
type Cloudinary = {
  readonly createUploadWidget: (
    options: object,
    listener: (error: unknown, result: Result | undefined) => void,
  ) => Widget;
};

export function usesWidget(): boolean {
  return pageSetting("upload-widget") === "cloudinary";
}

let script: HTMLScriptElement | null = null;

/** Begins to load the script; called again, only where it failed before. */
export function loadWidget(): void {
  if (script !== null) return;
  script = document.createElement("script");
  script.async = true;
  script.src = uploadWidgetAddress();
  script.onerror = () => {
    script?.remove();
    script = null;
  };
  document.head.append(script);
}

/**
 * Lets the person choose, cut and upload a photo. Gives its address, or null where the widget was closed before.
 * `sign` is asked once the widget is there. Throws UploadFailure.
 */
export async function uploadByWidget(sign: () => Promise<Signature>): Promise<string | null> {
  const cloudinary = (window as { cloudinary?: Partial<Cloudinary> }).cloudinary;
  if (typeof cloudinary?.createUploadWidget !== "function") {
    loadWidget();
    throw new UploadFailure("Upload widget is not ready yet. Please try again.");
  }
  const { createUploadWidget } = cloudinary as Cloudinary;
  const signature = await sign().catch(() => {
    throw new UploadFailure("Failed to authenticate upload. Please try again.");
  });
  return new Promise((resolve, reject) => {
    let uploaded: string | null = null;
    const widget = createUploadWidget.call(cloudinary, widgetOptions(signature), (error, result) => {
      if (error) {
        reject(new UploadFailure(widgetProblem(error)));
        void widget.destroy?.();
      } else if (result?.event === "success") {
        uploaded = addressIn(result.info);
        if (uploaded === null) reject(new UploadFailure(uploadError));
        else resolve(uploaded);
        void widget.destroy?.();
      } else if (result?.event === "close") resolve(uploaded);
    });
    widget.open();
  });
}

export function widgetOptions(signature: Signature): object {
  return {
    cloudName: signature.cloudName,
    apiKey: signature.apiKey,
    uploadSignature: signature.signature,
    uploadSignatureTimestamp: signature.timestamp,
    folder: signature.folder,
    ...(signature.uploadPreset === "" ? {} : { uploadPreset: signature.uploadPreset }),
    sources: ["local", "camera"],
    resourceType: "image",
    multiple: false,
    maxFiles: 1,
    cropping: true,
    croppingAspectRatio: 1,
    croppingValidateDimensions: true,
    showSkipCropButton: false,
    singleUploadAutoClose: true,
    maxFileSize: photoMaxBytes,
    maxImageWidth: photoMaxSide,
    maxImageHeight: photoMaxSide,
    clientAllowedFormats: [...photoFormats],
  };
}

/** What the widget reports, in the specification's sentences. It gives a text, or an object with a status text. */
export function widgetProblem(error: unknown): string {
  const { status, statusText, message } =
    typeof error === "object" && error !== null ? (error as Record<string, unknown>) : { statusText: error };
  const texts = [status, statusText, message].filter((text) => typeof text === "string");
  if (texts.some((text) => /invalid signature/i.test(text)))
    return "Authentication error. The upload credentials were invalid or expired.";
  return typeof statusText === "string" && statusText !== "" ? `Upload error: ${statusText}` : uploadError;
}

/** The address of what was uploaded, with the square that was chosen; null where there is none. */
export function addressIn(info: unknown): string | null {
  if (typeof info !== "object" || info === null) return null;
  const { secure_url, coordinates } = info as { secure_url?: unknown; coordinates?: { custom?: unknown } };
  if (typeof secure_url !== "string") return null;
  const custom: unknown = Array.isArray(coordinates?.custom) ? coordinates.custom[0] : null;
  if (!Array.isArray(custom) || custom.length !== 4 || !custom.every(Number.isFinite)) return secure_url;
  const [x, y, width, height] = custom as number[];
  return secure_url.replace("/image/upload/", `/image/upload/c_crop,x_${x},y_${y},w_${width},h_${height}/`);
}
