// The mark of a rank: a medal for the first three, the number for the others.

import type { ReactNode } from "react";

// The rims differ (scalloped, ringed, octagonal), so that the medals can be distinguished without their colours.
const rims: Readonly<Record<1 | 2 | 3, { readonly metal: string; readonly rim: ReactNode }>> = {
  1: {
    metal: "gold",
    rim: (
      <polygon points="19,14.5 19.9,16.6 18.1,18 17.8,20.3 15.5,20.6 14.1,22.4 12,21.5 9.9,22.4 8.5,20.6 6.2,20.3 5.9,18 4.1,16.6 5,14.5 4.1,12.4 5.9,11 6.2,8.7 8.5,8.4 9.9,6.6 12,7.5 14.1,6.6 15.5,8.4 17.8,8.7 18.1,11 19.9,12.4" />
    ),
  },
  2: {
    metal: "silver",
    rim: (
      <>
        <circle cx="12" cy="14.5" r="7.5" />
        <circle className="medal-ring" cx="12" cy="14.5" r="6" />
      </>
    ),
  },
  3: {
    metal: "bronze",
    rim: (
      <polygon
        points="19.7,14.5 17.4,19.9 12,22.2 6.6,19.9 4.3,14.5 6.6,9.1 12,6.8 17.4,9.1"
        transform="rotate(22.5 12 14.5)"
      />
    ),
  },
};

export function RankMark({ rank }: { readonly rank: number }): ReactNode {
  if (rank !== 1 && rank !== 2 && rank !== 3) return rank;
  const { metal, rim } = rims[rank];
  return (
    <svg
      className={`medal is-${metal}`}
      width="24"
      height="24"
      viewBox="0 0 24 24"
      role="img"
      aria-label={`Rank ${rank}`}
    >
      <path className="medal-ribbon" d="M6 1h4.5l3 7H9zM18 1h-4.5l-3 7H15z" />
      {rim}
      <text x="12" y="18" textAnchor="middle">
        {rank}
      </text>
    </svg>
  );
}
