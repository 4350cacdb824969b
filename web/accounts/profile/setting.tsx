import type { ReactNode } from "react";

/** A part of the profile: what it is on the left, or above on a phone, and what there is to set. */
export function Setting({
  title,
  about,
  first = false,
  children,
}: {
  readonly title: string;
  readonly about: string;
  readonly first?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className={first ? "setting is-first" : "setting"} aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p>{about}</p>
      </div>
      {children}
    </section>
  );
}
