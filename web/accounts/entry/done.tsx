import type { ReactNode } from "react";
import { CheckIcon } from "../../ui/icons.tsx";

/** A form has done its work and made room for this: takes the focus, so that it is read out. */
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

// The same function at every drawing, so that it is called once.
const takeFocus = (element: HTMLElement | null) => element?.focus();
