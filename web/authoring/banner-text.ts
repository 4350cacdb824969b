import { problemText } from "../shell/data/problem-text.ts";

/** The specification's texts for errors without a sentence from the server, with the status for `{code}`. */
export const fallbacks = {
  /** For reading and deleting anything, and for saving examples. */
  read: "Error: {code}",
  /** For saving courses, lessons and chapters. */
  save: "Request failed with status {code}",
} as const;

/** The admin banner, 'Error: {message}': the server's sentence, else the fallback, else that there was no response. */
export function bannerText(error: unknown, fallback: string = fallbacks.read): string {
  const message = problemText(error, fallback);
  return message.startsWith("Error: ") ? message : `Error: ${message}`;
}
