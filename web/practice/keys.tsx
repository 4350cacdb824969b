import type { ReactNode } from "react";
import { useLazyModule } from "../shell/browser/use-lazy-module.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

const loadDialog = () => import("./keys-dialog.tsx");

/** The list of keys, loaded when it is first opened: nobody needs it to type. */
export function Keys(props: { readonly open: boolean; readonly onClose: () => void }): ReactNode {
  const late = useLazyModule(props.open, loadDialog);
  if (late === null) return null;
  if (late !== "failed") return <late.KeysDialog {...props} />;
  return (
    <Dialog {...props} title="Keys" actions={<Button onClick={props.onClose}>Close</Button>}>
      The list could not be loaded. Check the connection and open it again.
    </Dialog>
  );
}
