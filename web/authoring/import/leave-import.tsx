import { type ReactNode, useEffect, useState } from "react";
import { guardPage } from "../../shell/router/router.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** While files are imported, whoever leaves the page is asked: the files after the present one would not be sent. */
export function LeaveImport({ isWriting }: { readonly isWriting: boolean }): ReactNode {
  const [go, setGo] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!isWriting) return;
    const release = guardPage((leave) => setGo(() => leave));
    // What is imported stays; but nobody would hear of the rest.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => {
      release();
      removeEventListener("beforeunload", ask);
      // Finished while it asked: the results are worth a look.
      setGo(null);
    };
  }, [isWriting]);
  return (
    <Dialog
      open={go !== null}
      alert
      title="Leave the import?"
      describedBy="leave-import"
      onClose={() => setGo(null)}
      actions={
        <>
          <Button data-first-focus onClick={() => setGo(null)}>
            Stay
          </Button>
          <Button look="danger" onClick={() => go?.()}>
            Leave
          </Button>
        </>
      }
    >
      <p id="leave-import" className="t2 mt-3">
        Files are still being imported. What is in stays; files that were not sent yet are left out.
      </p>
    </Dialog>
  );
}
