// One's own profile: loaded once in five minutes, and in step with what the bar shows of the person.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { api } from "../../shell/data/api.ts";
import { useQuery } from "../../shell/data/query.ts";
import { queryClient, userKey } from "../../shell/data/query-client.ts";
import type { QueryResult } from "../../shell/data/query-store.ts";
import { session } from "../../shell/session/session.ts";

export type Profile = ResponseOf<"getProfile">;

const freshMs = 300_000;

export function useProfile(userId: number): QueryResult<Profile> {
  return useQuery({
    queryKey: profileKey(userId),
    queryFn: async ({ signal }) => {
      const profile = await api("getProfile", undefined, { signal });
      keepWithSession(profile);
      return profile;
    },
    staleTime: freshMs,
    gcTime: freshMs,
  });
}

/** A new photo, or none: shown at once in the profile, the bar and the other tabs. */
export function showPhoto(userId: number, photo: string | null): void {
  session.updateUser({ profile_photo: photo });
  queryClient.setQueryData<Profile>(
    profileKey(userId),
    (profile) => profile && { ...profile, profile_photo: photo },
  );
}

const profileKey = (userId: number) => userKey(userId, "profile");

/** Another device may have changed the photo since this one signed in. */
function keepWithSession({ id, username, email, profile_photo }: Profile): void {
  const state = session.getSnapshot();
  if (state.kind !== "signed-in" || state.user.id !== id) return;
  const { user } = state;
  const isSame = user.username === username && user.email === email && user.profile_photo === profile_photo;
  if (!isSame) session.updateUser({ username, email, profile_photo });
}
