import "./construct.css";
import type { ReactNode } from "react";

/** A construct's name, as code. */
export function Construct({ name }: { readonly name: string }): ReactNode {
  return (
    <code className="con" translate="no" dir="ltr">
      {name}
    </code>
  );
}
