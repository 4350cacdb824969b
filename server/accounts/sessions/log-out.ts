// Ends the session of the request. Its tokens are invalid from then on.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { appendAudit } from "../../store/accounts/audit.ts";
import { revokeSession } from "../../store/accounts/sessions.ts";
import type { Store } from "../../store/store.ts";
import type { Principal } from "../../principal.ts";

type Deps = { readonly store: Store; readonly now: () => number };

export async function logOut({ store, now }: Deps, principal: Principal): Promise<HandlerResult<"logout">> {
  const at = now();
  await store.write(async (tx) => {
    await revokeSession(tx, { id: principal.sessionId, at });
    await appendAudit(tx, { at, kind: "sign_out", userId: principal.userId, detail: {} });
  });
  return { message: "You are logged out." };
}
