import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { AlertIcon, CheckIcon } from "./icons.tsx";

/**
 * An error, shown where it happened; `onRetry` adds a 'Try Again' button, `action` another one. What the error leaves
 * usable makes it mild: screen readers announce it without interrupting.
 */
export function ErrorNotice({
  children,
  onRetry,
  action,
  isMild = false,
}: {
  readonly children: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  readonly action?: ReactNode;
  readonly isMild?: boolean;
}): ReactNode {
  return (
    <div className={isMild ? "notice is-plain" : "notice"} role={isMild ? "status" : "alert"}>
      <AlertIcon />
      <div className="notice-text">{children}</div>
      {action}
      {onRetry ? (
        <Button size="small" onClick={onRetry}>
          Try Again
        </Button>
      ) : null}
    </div>
  );
}

/** A success or a hint; screen readers announce it without interrupting. */
export function StatusNotice({
  children,
  success = false,
}: {
  readonly children: ReactNode;
  readonly success?: boolean;
}): ReactNode {
  return (
    <output className={success ? "notice is-success" : "notice is-plain"}>
      {success ? <CheckIcon weight={1.8} /> : null}
      <span className="notice-text">{children}</span>
    </output>
  );
}
