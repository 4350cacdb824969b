import { type CSSProperties, type ReactNode, useRef } from "react";
import { useWidth } from "../ui/use-width.ts";
import { thousands } from "../ui/words.ts";
import { activePercent } from "./number-text.ts";
import { labelWidth, pinPlaces } from "./pin-places.ts";
import type { UserStats } from "./queries.ts";

/** The inset of the ruler's ends, which leaves room for their numbers; as in the style sheet. */
const insetPx = 18;
const tens = Array.from({ length: 11 }, (_, i) => 10 * i);

/** Three pins on a ruler from 0% to 100% of all users. The labels are the content; ruler and pins are decorative. */
export function ActiveUsers({ users }: { readonly users: UserStats }): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const width = useWidth(element);
  const pins = (
    [
      ["Daily", users.dailyActiveUsers],
      ["Weekly", users.weeklyActiveUsers],
      ["Monthly", users.monthlyActiveUsers],
    ] as const
  ).map(([name, n]) => {
    const percent = activePercent(n, users.totalUsers);
    return { name, number: thousands(n), percent, width: labelWidth(name, thousands(n), `${percent}%`) };
  });
  const places = pinPlaces(pins, Math.max(0, width - 2 * insetPx), insetPx);
  const lanes = Math.max(...places.map(({ lane }) => lane));
  return (
    <div ref={element} className="active-users" style={{ "--lanes": lanes } as CSSProperties}>
      <dl>
        {pins.map(({ name, number, percent }, i) => (
          <div
            key={name}
            className={places[i]?.shift === 0 ? "pin" : "pin is-shifted"}
            style={
              {
                "--at": percent,
                "--lane": places[i]?.lane,
                "--shift": `${places[i]?.shift}px`,
              } as CSSProperties
            }
          >
            <dt>{name}</dt>
            <dd>
              <b>{number}</b> <span>{percent}%</span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="active-ruler" aria-hidden="true">
        {tens.map((percent) => (
          <span key={percent} style={{ "--at": percent } as CSSProperties}>
            {percent}%
          </span>
        ))}
      </div>
    </div>
  );
}
