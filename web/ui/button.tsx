import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";

/** `danger` is for a dangerous action; `danger-quiet` opens a question before that action. */
type Look = "primary" | "secondary" | "quiet" | "danger" | "danger-quiet";
type Size = "small" | "normal" | "large";

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className"> & {
  readonly look?: Look;
  readonly size?: Size;
  readonly block?: boolean;
  readonly capitals?: boolean;
  /** Makes it as high as the single button of a form. */
  readonly tall?: boolean;
  /**
   * Ignores the second click of a double click: for actions that cannot be undone, and for buttons that appear in the
   * place of another one. The default for dangerous buttons.
   */
  readonly deliberate?: boolean;
  /** The text while the action runs. The button keeps its width and the focus, and a press does nothing. */
  readonly busy?: string | false | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
};

export function Button({
  look,
  size,
  block,
  capitals,
  tall,
  busy,
  deliberate = look === "danger",
  type = "button",
  onClick,
  children,
  ...rest
}: ButtonProps): ReactNode {
  // A disabled button would lose the focus, so a busy one is only marked as disabled and ignores presses.
  const guarded =
    busy || deliberate
      ? (event: MouseEvent<HTMLButtonElement>) => {
          if (busy || event.detail > 1) event.preventDefault();
          else onClick?.(event);
        }
      : onClick;
  return (
    <button
      {...rest}
      type={type}
      onClick={guarded}
      className={buttonClass({ look, size, block, capitals, tall })}
      aria-disabled={busy ? true : undefined}
      aria-busy={busy ? true : undefined}
    >
      {busy === undefined ? (
        children
      ) : (
        // Always the same elements: a text that a translation has wrapped would stay after React removes it.
        <span className={busy ? "btn-stack" : "contents"}>
          <span className={busy ? "invisible" : "contents"}>{children}</span>
          {busy ? <span>{busy}</span> : null}
        </span>
      )}
    </button>
  );
}

/** The classes of a button, for a link that looks like one. */
export function buttonClass({
  look = "secondary",
  size = "normal",
  block = false,
  capitals = false,
  tall = false,
}: {
  readonly look?: Look | undefined;
  readonly size?: Size | undefined;
  readonly block?: boolean | undefined;
  readonly capitals?: boolean | undefined;
  readonly tall?: boolean | undefined;
}): string {
  const classes = ["btn"];
  if (look !== "secondary") classes.push(`btn-${look}`);
  if (size !== "normal") classes.push(size === "small" ? "btn-sm" : "btn-lg");
  if (block) classes.push("btn-block");
  if (capitals) classes.push("btn-caps");
  if (tall) classes.push("btn-tall");
  return classes.join(" ");
}

/** A button with only an icon; its name is for screen readers and shown as a tooltip. */
export function IconButton({
  label,
  danger,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "aria-label"> & {
  readonly label: string;
  readonly danger?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}): ReactNode {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={danger ? "icon-btn is-danger" : "icon-btn"}
    />
  );
}
