// Ends the sign-in that the call was made with; its tokens are worth nothing from then on.

import type { ResponseOf } from "@tabstop/contract/calls";
import { appendAudit } from "../../store/accounts/audit.ts";
import { revokeSession } from "../../store/accounts/sessions.ts";
import type { Store } from "../../store/store.ts";
import type { Principal } from "../../principal.ts";

type Deps = { readonly store: Store; readonly now: () => number };

export async function logOut({ store, now }: Deps, who: Principal): Promise<ResponseOf<"logout">> {
  const at = now();
  await store.write(async (tx) => {
    await revokeSession(tx, { id: who.sessionId, at });
    await appendAudit(tx, { at, kind: "sign_out", userId: who.userId, detail: {} });
  });
  return { message: "You are logged out." };
}
