// Cloudinary's upload widget. Its script is loaded only where the server is configured for it.
//
// When the user has chosen the square, the server signs the upload; the widget uploads to Cloudinary and returns the
// photo's address, which the app sends to the server. Not tested against the real service: the browser tests use a fake
// script.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { apiThrough } from "../../shell/data/api.ts";
import { pageSetting } from "../../shell/browser/page-settings.ts";
import { uploadWidgetAddress } from "../../shell/browser/trusted-types.ts";
import { photoFormats, photoMaxBytes, photoMaxSide, UploadFailure, uploadError } from "./photo-rules.ts";

type Signature = ResponseOf<"getCloudinarySignature">;
/** `parameters` are those of the upload, apart from folder and preset. */
type Sign = (parameters: Readonly<Record<string, string>>) => Promise<Signature>;
type UploadSignature = (
  callback: (signature: string) => void,
  parameters: Readonly<Record<string, unknown>>,
) => void;
type Result = { readonly event?: string; readonly info?: unknown };
type Widget = { readonly open: () => void; readonly destroy?: () => unknown };
type Cloudinary = {
  readonly createUploadWidget: (
    options: object,
    listener: (error: unknown, result: Result | undefined) => void,
  ) => Widget;
};

const notAuthenticated = "Failed to authenticate upload. Please try again.";

export function usesWidget(): boolean {
  return pageSetting("upload-widget") === "cloudinary";
}

let script: HTMLScriptElement | null = null;

/** Starts to load the script. A further call does nothing, unless loading has failed. */
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
 * Lets the user choose, crop and upload a photo. Returns its address, or null when they closed the widget.
 * Throws UploadFailure.
 */
export async function uploadByWidget(sign: Sign = signUpload): Promise<string | null> {
  const cloudinary = (window as { cloudinary?: Partial<Cloudinary> }).cloudinary;
  if (typeof cloudinary?.createUploadWidget !== "function") {
    loadWidget();
    throw new UploadFailure("Upload widget is not ready yet. Please try again.");
  }
  const { createUploadWidget } = cloudinary as Cloudinary;
  // Before the widget opens, so that a refusal is shown immediately.
  const signature = await sign({}).catch(() => {
    throw new UploadFailure(notAuthenticated);
  });
  return new Promise((resolve, reject) => {
    const fail = (message: string) => {
      reject(new UploadFailure(message));
      void widget.destroy?.();
    };
    const respond = async (...[callback, parameters]: Parameters<UploadSignature>) => {
      const signed = await sign(asTexts(parameters)).catch(() => null);
      if (signed === null) fail(notAuthenticated);
      else callback(signed.signature);
    };
    const uploadSignature: UploadSignature = (...request) => void respond(...request);
    const options = { ...widgetOptions(signature), uploadSignature };
    const widget = createUploadWidget.call(cloudinary, options, (error, result) => {
      if (error) return fail(widgetProblem(error));
      if (result?.event === "close") return resolve(null);
      if (result?.event !== "success") return;
      const address = addressIn(result.info);
      if (address === null) return fail(uploadError);
      resolve(address);
      void widget.destroy?.();
    });
    widget.open();
  });
}

export function widgetOptions(
  signature: Pick<Signature, "cloudName" | "apiKey" | "folder" | "uploadPreset">,
): object {
  return {
    cloudName: signature.cloudName,
    apiKey: signature.apiKey,
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

/** The specification's sentence for an error of the widget, which is a string, or an object with a status text. */
export function widgetProblem(error: unknown): string {
  const { status, statusText, message } =
    typeof error === "object" && error !== null ? (error as Record<string, unknown>) : { statusText: error };
  const texts = [status, statusText, message].filter((text) => typeof text === "string");
  if (texts.some((text) => /invalid signature/i.test(text)))
    return "Authentication error. The upload credentials were invalid or expired.";
  return typeof statusText === "string" && statusText !== "" ? `Upload error: ${statusText}` : uploadError;
}

/** The address of the uploaded photo, cropped to the chosen square; null when there is none. */
export function addressIn(info: unknown): string | null {
  if (typeof info !== "object" || info === null) return null;
  const { secure_url, coordinates } = info as { secure_url?: unknown; coordinates?: { custom?: unknown } };
  if (typeof secure_url !== "string") return null;
  const custom: unknown = Array.isArray(coordinates?.custom) ? coordinates.custom[0] : null;
  if (!Array.isArray(custom) || custom.length !== 4 || !custom.every(Number.isFinite)) return secure_url;
  const [x, y, width, height] = custom as number[];
  return secure_url.replace("/image/upload/", `/image/upload/c_crop,x_${x},y_${y},w_${width},h_${height}/`);
}

/** The contract's client and session, with the parameters in the query: the contract does not know them. */
const signUpload: Sign = (parameters) => {
  const query = new URLSearchParams(parameters).toString();
  const sign = apiThrough((address, init) =>
    fetch(query === "" ? address : `${address as string}?${query}`, init),
  );
  return sign("getCloudinarySignature");
};

function asTexts(parameters: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
}
