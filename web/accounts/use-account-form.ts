// The state of an account form: it is checked, sent once, and shows each problem at its field; the first one gets the
// focus.

import { NetworkError } from "@tabstop/contract/client";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { firstWrongField, type Problems, serverProblems } from "./form-problems.ts";

export type AccountForm<F extends string> = {
  readonly problems: Problems<F>;
  /** The server did not respond at all. */
  readonly unreachable: boolean;
  readonly busy: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

export function useAccountForm<F extends string>({
  fields,
  fallback,
  check,
  send,
}: {
  /** The names of the inputs, in the order in which they are shown. */
  readonly fields: readonly F[];
  /** The text for a refusal without a sentence from the server. */
  readonly fallback: string;
  readonly check: (entry: Readonly<Record<F, string>>) => Problems<F>;
  readonly send: (entry: Readonly<Record<F, string>>) => Promise<void>;
}): AccountForm<F> {
  const [problems, setProblems] = useState<Problems<F>>({});
  const [unreachable, setUnreachable] = useState(false);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  const show = (form: HTMLFormElement, found: Problems<F>) => {
    flushSync(() => setProblems(found));
    const wrong = firstWrongField(found, fields);
    if (wrong !== null) inputOf(form, wrong)?.focus();
  };

  const submit = async (form: HTMLFormElement) => {
    const entry = Object.fromEntries(
      fields.map((field) => [field, inputOf(form, field)?.value ?? ""]),
    ) as Record<F, string>;
    setUnreachable(false);
    const found = check(entry);
    show(form, found);
    if (Object.keys(found).length > 0) return;
    // A second press during the request sends nothing.
    sending.current = true;
    setBusy(true);
    try {
      await send(entry);
    } catch (error) {
      setUnreachable(error instanceof NetworkError);
      show(form, serverProblems(error, fields, fallback));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return {
    problems,
    unreachable,
    busy,
    onSubmit: (event) => {
      event.preventDefault();
      if (!sending.current) void submit(event.currentTarget);
    },
  };
}

function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | null {
  const element = form.elements.namedItem(name);
  return element instanceof HTMLInputElement ? element : null;
}
