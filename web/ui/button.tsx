import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";

/** `danger-quiet` leads to what is dangerous; `danger` does it. */
type Look = "primary" | "secondary" | "quiet" | "danger" | "danger-quiet";
type Size = "small" | "normal" | "large";

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className"> & {
  readonly look?: Look;
  readonly size?: Size;
  readonly block?: boolean;
  readonly capitals?: boolean;
  /** The height of a form's one button. */
  readonly tall?: boolean;
  /**
   * Does what can't be undone or was not seen before: the second press of a double click, of which the first was on what
   * stood in its place, does nothing. Those that look dangerous are deliberate unless said.
   */
  readonly deliberate?: boolean;
  /** While it works: what it says instead. It keeps its width and the focus, and a press does nothing. */
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
  // A disabled button would lose the focus, so a busy one only says so and swallows the press.
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
        // The same elements all the time: a text that is taken out stays where a translation has wrapped it.
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

/** A button that is only an icon, with its name for screen readers and as a tip. */
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
