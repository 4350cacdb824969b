import type { ReactNode } from "react";

/** A part of the profile: title and explanation on the left (on phones above), the controls beside them. */
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
