import type { DownloadedFile } from "@tabstop/contract/client";

/** Gives a file to the browser to keep, under the server's name for it, else under `fallbackName`. */
export function saveFile({ name, content }: DownloadedFile, fallbackName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name || fallbackName;
  link.click();
  // The browser reads the address only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
