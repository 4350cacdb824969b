import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from "react";
import { AlertIcon } from "./icons.tsx";

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> & {
  readonly label: string;
  /** Shown while there is no error. */
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
};

/** A labelled input with its help or error below, both linked for screen readers. */
export function Field({ label, help, error, ...input }: FieldProps): ReactNode {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={error ? "field has-error" : "field"}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={error || help ? noteId : undefined}
      />
      {error ? (
        <FieldError id={noteId}>{error}</FieldError>
      ) : help ? (
        <p id={noteId} className="field-help">
          {help}
        </p>
      ) : null}
    </div>
  );
}

export function FieldError({
  id,
  children,
}: {
  readonly id?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <p id={id} className="field-error" role="alert">
      <AlertIcon />
      <span>{children}</span>
    </p>
  );
}

/** A checkbox with its words beside it. */
export function Check({
  label,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "className"> & {
  readonly label: string;
}): ReactNode {
  return (
    <label className="check">
      <input {...input} type="checkbox" /> {label}
    </label>
  );
}
