// The user's profile: loaded again after five minutes, and kept in step with the name and photo in the bar.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { api } from "../../shell/data/api.ts";
import { useQuery } from "../../shell/data/query.ts";
import { queryClient, userKey } from "../../shell/data/query-client.ts";
import type { QueryResult } from "../../shell/data/query-types.ts";
import { session } from "../../shell/session/session.ts";

export type Profile = ResponseOf<"getProfile">;

const freshMs = 300_000;

export function useProfile(userId: number): QueryResult<Profile> {
  return useQuery({
    queryKey: profileKey(userId),
    queryFn: async ({ signal }) => {
      const profile = await api("getProfile", undefined, { signal });
      updateSession(profile);
      return profile;
    },
    staleTime: freshMs,
    gcTime: freshMs,
  });
}

/** Shows a new photo, or none, immediately in the profile, the bar and other tabs. */
export function showPhoto(userId: number, photo: string | null): void {
  session.updateUser({ profile_photo: photo });
  queryClient.setQueryData<Profile>(
    profileKey(userId),
    (profile) => profile && { ...profile, profile_photo: photo },
  );
}

const profileKey = (userId: number) => userKey(userId, "getProfile");

/** Another device may have changed the photo since this one logged in. */
function updateSession({ id, username, email, profile_photo }: Profile): void {
  const state = session.getSnapshot();
  if (state.kind !== "signed-in" || state.user.id !== id) return;
  const { user } = state;
  const isSame = user.username === username && user.email === email && user.profile_photo === profile_photo;
  if (!isSame) session.updateUser({ username, email, profile_photo });
}
