import { type ReactNode, useRef } from "react";
import { mediaUrl } from "../../shell/data/api-base.ts";
import type { SessionUser } from "../../shell/session/session.ts";
import { QueryProblem } from "../../shell/query-problem.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { ChevronDownIcon, PictureIcon, TrashIcon } from "../../ui/icons.tsx";
import { Menu } from "../../ui/menu.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/waiting.tsx";
import { photoTypes } from "../photo/photo-rules.ts";
import { UploadFailed } from "../photo/upload-failed.tsx";
import { longDate } from "../../ui/long-date.ts";
import { problemSentence } from "./problem-sentence.ts";
import { type Profile, useProfile } from "./profile-query.ts";
import { Setting } from "./setting.tsx";
import { type PhotoState, usePhoto } from "./use-photo.ts";

/** Photo, name, email address and date of registration. */
export function AboutYou({ user }: { readonly user: SessionUser }): ReactNode {
  const profile = useProfile(user.id);
  return (
    <Setting title="You" about="Your username and photo appear on leaderboards." first>
      <div className="about-you">
        <Photo user={user} profile={profile.data} isLoading={profile.isPending} />
        {profile.data === undefined ? null : <Facts profile={profile.data} />}
        {profile.isPending ? (
          <div className="loading">
            <Skeleton widths={[60, 100, 75]} label="Loading profile..." />
          </div>
        ) : null}
        {profile.isError ? (
          <div className="failed">
            <QueryProblem
              query={profile}
              text={(error) => (
                <>
                  <p>Error loading profile: {problemSentence(error, "Failed to get profile")}</p>
                  <p className="t2">Refresh the page, or log out and log in again.</p>
                </>
              )}
            />
          </div>
        ) : null}
      </div>
    </Setting>
  );
}

function Facts({ profile }: { readonly profile: Profile }): ReactNode {
  return (
    <dl className="stack">
      <Fact name="Username">
        <span className="font-medium">{profile.username}</span>
      </Fact>
      <Fact name="Email">{profile.email}</Fact>
      <Fact name="Member since">{longDate(profile.created_at)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt className="t3 small">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Photo({
  user,
  profile,
  isLoading,
}: {
  readonly user: SessionUser;
  readonly profile: Profile | undefined;
  readonly isLoading: boolean;
}): ReactNode {
  const chooser = useRef<HTMLInputElement>(null);
  const photo = profile === undefined ? user.profile_photo : profile.profile_photo;
  const change = usePhoto(user.id, photo, () => chooser.current?.click());
  const { cropping } = change;
  return (
    <div className="photo">
      <div className="photo-line">
        <Avatar
          large
          loading={isLoading}
          username={profile?.username ?? user.username}
          photo={photo === null ? null : mediaUrl(photo)}
        />
        <Menu
          start
          label="Photo"
          buttonClassName="btn btn-sm"
          button={
            <>
              Photo <ChevronDownIcon />
            </>
          }
        >
          <button role="menuitem" type="button" onClick={change.choose}>
            <PictureIcon />
            Upload photo
          </button>
          <button role="menuitem" type="button" onClick={() => void change.remove()}>
            <TrashIcon />
            Remove photo
          </button>
        </Menu>
      </div>
      <input
        ref={chooser}
        type="file"
        accept={photoTypes.join(",")}
        aria-label="Photo file"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Otherwise choosing the same file again would fire no event.
          currentTarget.value = "";
          if (file) void change.crop(file);
        }}
      />
      <PhotoNote state={change.state} />
      {cropping === null ? null : (
        <cropping.Dialog
          file={cropping.file}
          onCancel={change.cancelCrop}
          onUnreadable={change.refuseFile}
          onSave={change.send}
        />
      )}
    </div>
  );
}

function PhotoNote({ state }: { readonly state: PhotoState }): ReactNode {
  switch (state.kind) {
    case "idle":
      return null;
    case "busy":
    case "done":
      return <output className="t2 small">{state.text}</output>;
    case "upload-failed":
      return <UploadFailed problem={state.problem} />;
    case "refused":
      return <ErrorNotice>{state.text}</ErrorNotice>;
  }
}
