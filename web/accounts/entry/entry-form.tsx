import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { matchesMedia } from "../../ui/media.ts";

/**
 * The form of a page for visitors. Its first field takes the focus, also where the page is opened directly. `label` is
 * the page's title: screen readers say the name of a form when the focus enters it, so the title is heard although the
 * heading does not get the focus.
 */
export function EntryForm({
  label,
  onSubmit,
  children,
}: {
  readonly label: string;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
}): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // On a touch screen the keyboard would open over the page before it can be read; there the heading has the focus.
    if (matchesMedia("(hover: none) and (pointer: coarse)")) return;
    form.current?.querySelector<HTMLElement>("input")?.focus();
  }, []);
  return (
    <form ref={form} className="stack gap-5 mt-6" noValidate onSubmit={onSubmit} aria-label={label}>
      {children}
    </form>
  );
}
