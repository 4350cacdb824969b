import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { AlertIcon } from "./icons.tsx";

type Frame = {
  readonly label: string;
  /** Adds '(optional)' to the label. */
  readonly optional?: boolean | undefined;
  /** Shown when there is no error. */
  readonly help?: ReactNode;
  readonly error?: ReactNode;
};

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> &
  Frame & { readonly ref?: Ref<HTMLInputElement> };

/** A labelled input with help or an error below, which screen readers read with it. */
export function Field({ label, optional, help, error, ...input }: FieldProps): ReactNode {
  return (
    <FieldFrame label={label} optional={optional} help={help} error={error}>
      {(linked) => <input {...input} {...linked} className="input" />}
    </FieldFrame>
  );
}

/**
 * A whole number, 0 or more, as text: neither the wheel nor the browser's reading of "1,5" changes it. `beside` stands
 * at its right.
 */
export function NumberField({
  label,
  help,
  error,
  value,
  onText,
  beside,
  ...input
}: Omit<FieldProps, "type" | "inputMode" | "onChange" | "value" | "optional"> & {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly beside?: ReactNode;
}): ReactNode {
  const number = /^\s*\d+\s*$/.test(value) ? Number(value) : undefined;
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(linked) => (
        <div className="number-row">
          <input
            {...input}
            {...linked}
            className="input"
            type="text"
            role="spinbutton"
            inputMode="numeric"
            autoComplete="off"
            aria-valuemin={0}
            aria-valuenow={number}
            value={value}
            onChange={({ target }) => onText(target.value)}
            onKeyDown={(event) => {
              const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
              if (step === 0 || number === undefined || input.readOnly) return;
              event.preventDefault();
              onText(String(Math.max(0, number + step)));
            }}
          />
          {beside}
        </div>
      )}
    </FieldFrame>
  );
}

export function TextAreaField({
  label,
  optional,
  help,
  error,
  ...input
}: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "className"> &
  Frame & { readonly ref?: Ref<HTMLTextAreaElement> }): ReactNode {
  return (
    <FieldFrame label={label} optional={optional} help={help} error={error}>
      {(linked) => <textarea {...input} {...linked} className="textarea" />}
    </FieldFrame>
  );
}

/** `children` are the options. */
export function SelectField({
  label,
  optional,
  help,
  error,
  ...input
}: Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "className"> &
  Frame & { readonly ref?: Ref<HTMLSelectElement> }): ReactNode {
  return (
    <FieldFrame label={label} optional={optional} help={help} error={error}>
      {(linked) => <select {...input} {...linked} className="select" />}
    </FieldFrame>
  );
}

type Linked = {
  readonly id: string;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
};

function FieldFrame({
  label,
  optional = false,
  help,
  error,
  children,
}: Frame & { readonly children: (linked: Linked) => ReactNode }): ReactNode {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={error ? "field has-error" : "field"}>
      <label htmlFor={id}>
        {label}
        {optional ? <span className="optional"> (optional)</span> : null}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error || help ? noteId : undefined,
      })}
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

/** A checkbox with its label. */
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
