import { type ReactNode, useState } from "react";
import { avatarColor, avatarLetter } from "./avatar-look.ts";

/**
 * A user's photo, or the first letter of their name on a colour made from it. Decorative: the name is beside it or in
 * the label of its control. `photo` is a complete address; `loading` draws the pulsing placeholder.
 */
export function Avatar({
  username,
  photo,
  loading = false,
  large = false,
}: {
  readonly username: string;
  readonly photo: string | null;
  readonly loading?: boolean;
  /** 48 px instead of the usual size. */
  readonly large?: boolean;
}): ReactNode {
  const [failed, setFailed] = useState<string | null>(null);
  const look = large ? "avatar is-large" : "avatar";
  if (loading) return <span className={`${look} is-loading`} aria-hidden="true" />;
  if (photo !== null && failed !== photo)
    return <img className={look} src={photo} alt="" onError={() => setFailed(photo)} />;
  return (
    <span
      className={look}
      style={{ "--a": `var(--avatar-${avatarColor(username) + 1})` } as React.CSSProperties}
      aria-hidden="true"
    >
      {avatarLetter(username)}
    </span>
  );
}
