import { type ReactNode, useState } from "react";
import { avatarColor, avatarLetter } from "./avatar-look.ts";

/**
 * A person's photo, or the first letter of the name on a colour of the name. Decorative: the name stands beside it or
 * in the label of what it is in. `photo` is a complete address; `loading` draws the pulsing placeholder.
 */
export function Avatar({
  username,
  photo,
  loading = false,
}: {
  readonly username: string;
  readonly photo: string | null;
  readonly loading?: boolean;
}): ReactNode {
  const [failed, setFailed] = useState<string | null>(null);
  if (loading) return <span className="avatar is-loading" aria-hidden="true" />;
  if (photo !== null && failed !== photo)
    return <img className="avatar" src={photo} alt="" onError={() => setFailed(photo)} />;
  return (
    <span
      className="avatar"
      style={{ "--a": `var(--avatar-${avatarColor(username) + 1})` } as React.CSSProperties}
      aria-hidden="true"
    >
      {avatarLetter(username)}
    </span>
  );
}
