import { type ReactNode, useId } from "react";
import { languageName } from "../learning/language-name.ts";
import { compareNames } from "../ui/words.ts";
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
  const named = [...new Set(language === null ? languages : [...languages, language])]
    .map((one) => ({ id: one, name: languageName(one) }))
    .toSorted((one, other) => compareNames(one.name, other.name));
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
        {named.map((one) => (
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
