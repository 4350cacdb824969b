import { type ReactNode, useId } from "react";
import { languageChoices } from "../learning/language-name.ts";
import { type Choice, periods } from "./choice.ts";

/** The choice of a language and of a period. */
export function ChoiceFields({
  choice,
  languages = [],
  onChoose,
}: {
  readonly choice: Choice;
  /** Those with anything to show; undefined while they are unknown. */
  readonly languages?: readonly string[] | undefined;
  readonly onChoose: (choice: Choice) => void;
}): ReactNode {
  const id = useId();
  const { period, language } = choice;
  return (
    <span className="row push">
      <label className="sr" htmlFor={`${id}-language`}>
        Language
      </label>
      <select
        id={`${id}-language`}
        className="select select-sm"
        value={language ?? ""}
        onChange={({ currentTarget: { value } }) =>
          onChoose({ period, language: value === "" ? null : value })
        }
      >
        <option value="">All languages</option>
        {languageChoices(languages, language).map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      <label className="sr" htmlFor={`${id}-period`}>
        Period
      </label>
      <select
        id={`${id}-period`}
        className="select select-sm"
        value={period.id}
        onChange={({ currentTarget: { value } }) =>
          onChoose({ language, period: periods.find((one) => one.id === value) ?? period })
        }
      >
        {periods.map(({ id: one, name }) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
