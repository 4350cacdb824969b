// The icons of the design: 16 by 16 units, in the colour of the text, hidden from screen readers.

import type { ReactNode } from "react";

type IconProps = { readonly size?: number; readonly weight?: number };

/** An icon with one path, in 16 by 16 units. */
function icon(path: string, defaultWeight = 1.5) {
  return function Icon({ size = 16, weight = defaultWeight }: IconProps): ReactNode {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth={weight}
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    );
  };
}

export const AlertIcon = /* @__PURE__ */ icon("M8 4.8v3.9M8 11v.6M8 1.8l6.4 11.9H1.6Z");
export const ArrowStopIcon = /* @__PURE__ */ icon("M2.5 8h8M7.5 5l3 3-3 3M13.5 4v8", 1.8);
export const BackStopIcon = /* @__PURE__ */ icon("M13.5 8h-8M8.5 5l-3 3 3 3M2.5 4v8");
export const ChartIcon = /* @__PURE__ */ icon("M2.5 13.5h11M4.5 11V7.5M8 11V3M11.5 11V6");
export const CheckIcon = /* @__PURE__ */ icon("m3 8.5 3.2 3.2L13 4.8", 2.4);
export const ChevronDownIcon = /* @__PURE__ */ icon("m5 6.5 3 3 3-3");
export const ChevronLeftIcon = /* @__PURE__ */ icon("m9.5 4.5-3.5 3.5 3.5 3.5");
export const ChevronRightIcon = /* @__PURE__ */ icon("m6.5 5 3 3-3 3");
export const CloseIcon = /* @__PURE__ */ icon("m4 4 8 8M12 4l-8 8");
export const DashIcon = /* @__PURE__ */ icon("M4 8h8");
export const DownloadIcon = /* @__PURE__ */ icon("M8 2.5V10M5 7.5l3 3 3-3M2.5 10v3.5h11V10");
export const DownIcon = /* @__PURE__ */ icon("M8 3v10M4 9l4 4 4-4");
export const EditIcon = /* @__PURE__ */ icon("m3 13 .6-2.9L10.8 3l2.2 2.2-7.1 7.2Z");
export const EnterIcon = /* @__PURE__ */ icon("M12.5 3.5v5h-9M6.5 5.5l-3 3 3 3");
export const FlagIcon = /* @__PURE__ */ icon("M4 14V2.5h7.5L9.5 5.5l2 3H4");
export const GripIcon = /* @__PURE__ */ icon(
  "M6 3.5v.01M10 3.5v.01M6 8v.01M10 8v.01M6 12.5v.01M10 12.5v.01",
  1.9,
);
export const LogOutIcon = /* @__PURE__ */ icon("M6.5 2.5h-4v11h4M6 8h7.5M10.5 5l3 3-3 3");
export const MenuIcon = /* @__PURE__ */ icon("M2.5 4.5h11M2.5 8h11M2.5 11.5h7");
export const NextIcon = /* @__PURE__ */ icon("m6.5 4.5 3.5 3.5-3.5 3.5");
export const PauseIcon = /* @__PURE__ */ icon("M5.2 3v10M10.8 3v10", 2);
export const PersonIcon = /* @__PURE__ */ icon(
  "M3 13.5c.4-2.6 2.3-4 5-4s4.6 1.4 5 4M8 7.5a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4Z",
);
export const PictureIcon = /* @__PURE__ */ icon("M2 3h12v10H2zM2 11l3.5-3.5 3 3 2-2L14 12M10.5 6.2v.1");
export const PodiumIcon = /* @__PURE__ */ icon(
  "M2.5 13.5v-5h3.7v5M6.2 13.5v-10h3.7v10M9.9 13.5V7h3.6v6.5M1.5 13.5h13",
);
export const PlayIcon = /* @__PURE__ */ icon("M5 3.2v9.6l7.5-4.8z");
export const PlusIcon = /* @__PURE__ */ icon("M8 3v10M3 8h10");
export const ProgressIcon = /* @__PURE__ */ icon("M2.5 13.5h11M2.5 10.5l3.5-3.5 2.5 2 5-5.5");
export const SearchIcon = /* @__PURE__ */ icon(
  "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.5 10.5l3.5 3.5",
);
export const TrashIcon = /* @__PURE__ */ icon("M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9");
export const UpIcon = /* @__PURE__ */ icon("M8 13V3M4 7l4-4 4 4");
export const UploadIcon = /* @__PURE__ */ icon("M8 10V2.5M5 5l3-3 3 3M2.5 10v3.5h11V10");

/** The product's logo: an arrow to a tab stop. */
export function LogoIcon({ size = 24 }: { readonly size?: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d="M2.5 12H15M9.75 6.25 15.5 12l-5.75 5.75" stroke="currentColor" strokeWidth="2.5" />
      <path d="M18.5 4h3v16h-3z" className="fill-accent" />
    </svg>
  );
}
