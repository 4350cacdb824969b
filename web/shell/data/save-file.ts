import type { DownloadedFile } from "@tabstop/contract/client";

/** Saves a file through the browser, under the name that the server gave it, else under `fallbackName`. */
export function saveFile({ name, content }: DownloadedFile, fallbackName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name || fallbackName;
  link.click();
  // The browser reads the address only after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
