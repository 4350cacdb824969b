// The list of keys, loaded when it is first opened, because typing does not need it.

import type { ReactNode } from "react";
import { useLazyModule } from "../shell/browser/use-lazy-module.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

const loadDialog = () => import("./keys-dialog.tsx");

export function Keys(props: { readonly open: boolean; readonly onClose: () => void }): ReactNode {
  const loaded = useLazyModule(props.open, loadDialog);
  if (loaded === null) return null;
  if (loaded !== "failed") return <loaded.KeysDialog {...props} />;
  return (
    <Dialog {...props} title="Keys" actions={<Button onClick={props.onClose}>Close</Button>}>
      The list could not be loaded. Check the connection and open it again.
    </Dialog>
  );
}
