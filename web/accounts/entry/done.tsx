import type { ReactNode } from "react";
import { CheckIcon } from "../../ui/icons.tsx";

/** Replaces a form that has succeeded. It takes the focus, so that screen readers announce it. */
export function Done({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div role="status" tabIndex={-1} ref={takeFocus} className="mt-6">
      <p className="row text-base font-medium">
        <span className="grid size-[14px] place-items-center rounded-[4px] bg-success text-bg">
          <CheckIcon size={11} />
        </span>
        {title}
      </p>
      <p className="t2 mt-2">{children}</p>
    </div>
  );
}

// Outside the component: with a new function at every rendering, React would call it every time.
const takeFocus = (element: HTMLElement | null) => element?.focus();
