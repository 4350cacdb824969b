import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { api } from "../../shell/data/api.ts";
import { mediaUrl } from "../../shell/data/api-base.ts";
import { withRetry } from "../../shell/browser/lazy-screen.ts";
import { type SessionUser, session } from "../../shell/session/session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ChevronDownIcon, PictureIcon, TrashIcon } from "../../ui/icons.tsx";
import { Menu } from "../../ui/menu.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/waiting.tsx";
import { loadWidget, uploadByWidget, usesWidget } from "../photo/cloudinary-widget.ts";
import type { CropDialog } from "../photo/crop-dialog.tsx";
import { longDate } from "./long-date.ts";
import {
  notAnImage,
  photoTypes,
  UploadFailure,
  type UploadProblem,
  uploadError,
  uploadProblem,
  refusalOf,
} from "../photo/photo-rules.ts";
import { problemSentence } from "./problem-sentence.ts";
import { type Profile, showPhoto, useProfile } from "./profile-query.ts";
import { Setting } from "./setting.tsx";
import { UploadFailed } from "../photo/upload-failed.tsx";
import { uploadPhoto } from "../photo/upload-photo.ts";

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
            <ErrorNotice onRetry={() => void profile.refetch()}>
              <p>Error loading profile: {problemSentence(profile.error, "Failed to get profile")}</p>
              <p className="t2">Refresh the page, or log out and log in again.</p>
            </ErrorNotice>
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

type PhotoState =
  | { readonly kind: "idle" }
  | { readonly kind: "busy"; readonly text: string }
  | { readonly kind: "done"; readonly text: string }
  | { readonly kind: "upload-failed"; readonly problem: UploadProblem }
  | { readonly kind: "refused"; readonly text: string };

type Cropping = { readonly file: File; readonly Dialog: ComponentType<Parameters<typeof CropDialog>[0]> };

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
  const [state, setState] = useState<PhotoState>({ kind: "idle" });
  const [cropping, setCropping] = useState<Cropping | null>(null);
  const byWidget = usesWidget();
  useEffect(() => {
    if (byWidget) loadWidget();
  }, [byWidget]);

  const photo = profile === undefined ? user.profile_photo : profile.profile_photo;
  const failed = (error: unknown, fallback: string) =>
    setState({ kind: "upload-failed", problem: uploadProblem(error, fallback) });
  const isLoggedIn = (what: "update" | "remove") => {
    if (session.isStored()) return true;
    setState({ kind: "refused", text: `You must be logged in to ${what} your profile photo` });
    return false;
  };

  const choose = () => {
    if (!isLoggedIn("update") || state.kind === "busy") return;
    setState({ kind: "idle" });
    if (byWidget) void uploadThroughWidget();
    else chooser.current?.click();
  };

  const uploadThroughWidget = async () => {
    setState({ kind: "busy", text: "Uploading..." });
    try {
      const address = await uploadByWidget();
      if (address === null) return setState({ kind: "idle" });
      const updated = await api("updateProfilePhoto", { body: { profilePhoto: address } });
      showPhoto(user.id, updated.profile_photo);
      setState({ kind: "done", text: "Photo updated." });
    } catch (error) {
      failed(error, "Failed to update profile");
    }
  };

  const crop = async (file: File) => {
    const why = refusalOf(file);
    if (why !== null) return failed(new UploadFailure(why), uploadError);
    setState({ kind: "busy", text: "Opening..." });
    try {
      const { CropDialog } = await withRetry(() => import("../photo/crop-dialog.tsx"));
      setCropping({ file, Dialog: CropDialog });
      setState({ kind: "idle" });
    } catch {
      failed(new UploadFailure(uploadError), uploadError);
    }
  };

  const send = async (square: Blob, signal: AbortSignal) => {
    if (!isLoggedIn("update")) return setCropping(null);
    showPhoto(user.id, await uploadPhoto(square, signal));
    setCropping(null);
    setState({ kind: "done", text: "Photo updated." });
  };

  const remove = async () => {
    if (!isLoggedIn("remove") || state.kind === "busy") return;
    setState({ kind: "busy", text: "Removing..." });
    try {
      await api("deleteProfilePhoto");
      showPhoto(user.id, null);
      setState({ kind: "done", text: "Photo removed." });
    } catch (error) {
      // A photo on this server is deleted; one at Cloudinary is only removed from the profile.
      const fallback = photo?.startsWith("http") ? "Failed to remove profile photo" : "Photo deletion failed";
      setState({ kind: "refused", text: problemSentence(error, fallback) });
    }
  };

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
          <button role="menuitem" type="button" onClick={choose}>
            <PictureIcon />
            Upload photo
          </button>
          <button role="menuitem" type="button" onClick={() => void remove()}>
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
          if (file) void crop(file);
        }}
      />
      <PhotoNote state={state} />
      {cropping === null ? null : (
        <cropping.Dialog
          file={cropping.file}
          onCancel={() => setCropping(null)}
          onUnreadable={() => {
            setCropping(null);
            failed(new UploadFailure(notAnImage), uploadError);
          }}
          onSave={send}
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
