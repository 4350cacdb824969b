import type { ReactNode } from "react";
import { setTheme, themes, useTheme } from "../../shell/theme.ts";
import { Setting } from "./setting.tsx";

const ticks = Array.from({ length: 24 }, (_, i) => i);

/** Dark or light, each with a small picture of itself. */
export function ThemeChoice(): ReactNode {
  const chosen = useTheme();
  return (
    <Setting title="Theme" about="Remembered on this device.">
      <div
        className="grid grid-cols-[repeat(auto-fit,minmax(136px,200px))] gap-6"
        role="radiogroup"
        aria-label="Theme"
      >
        {themes.map(({ id, name }) => (
          <label key={id} className="group grid cursor-pointer gap-[10px]">
            <ThemePicture theme={id} />
            <span className="check">
              <input type="radio" name="theme" checked={id === chosen} onChange={() => setTheme(id)} />
              {name}
            </span>
          </label>
        ))}
      </div>
    </Setting>
  );
}

function ThemePicture({ theme }: { readonly theme: string }): ReactNode {
  return (
    <svg
      data-theme={theme}
      viewBox="0 0 200 92"
      width="100%"
      className="rounded-md outline outline-(--control) group-has-checked:outline-2 group-has-checked:outline-accent"
      aria-hidden="true"
    >
      <rect width="200" height="92" fill="var(--bg)" />
      <rect width="36" height="92" fill="var(--sunken)" />
      <path d="M36.5 0v92" stroke="var(--line)" />
      {ticks.map((tick) => (
        <path key={tick} d={`M${52.5 + tick * 6} 14v${tick % 5 === 0 ? -6 : -3}`} stroke="var(--tick)" />
      ))}
      <rect x="52" y="26" width="34" height="4" rx="1" fill="var(--ink-keyword)" />
      <rect x="90" y="26" width="52" height="4" rx="1" fill="var(--ink-function)" />
      <rect x="64" y="39" width="26" height="4" rx="1" fill="var(--ink-keyword)" />
      <rect x="94" y="39" width="40" height="4" rx="1" fill="var(--ink)" />
      <rect x="64" y="52" width="18" height="4" rx="1" fill="var(--ink)" />
      <rect x="85" y="52" width="54" height="4" rx="1" fill="var(--pencil)" />
      <rect x="52" y="65" width="62" height="4" rx="1" fill="var(--pencil)" />
      <rect x="83" y="49" width="2" height="9" fill="var(--accent)" />
    </svg>
  );
}
