import type { Kind } from "@tabstop/course/course";
import { type ReactNode, useState } from "react";
import { Link } from "../../shell/router/router.tsx";
import { useUser } from "../../shell/session/session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/waiting.tsx";
import { capital } from "../../ui/words.ts";
import { AdminPage } from "../admin-page.tsx";
import { bannerText } from "../banner-text.ts";
import { isGone, loadFailure, useContent, useExamples } from "../content-calls.ts";
import { ContentForm } from "./content-form.tsx";
import { coerceId, newDraft, parentOf } from "../draft.ts";
import { parentChoices } from "../parents.ts";
import { useStructure } from "../structure.ts";

/**
 * The page that makes or changes a course, lesson, chapter or example. `id` and `parentId` as they stand in the address;
 * without `id` it makes a new one.
 */
export function ContentScreen({
  kind,
  id,
  parentId,
}: {
  readonly kind: Kind;
  readonly id: string | undefined;
  readonly parentId?: string | undefined;
}): ReactNode {
  const user = useUser();
  // In the moment of logging out.
  if (user === null) return null;
  const isNew = id === undefined;
  return (
    <Loader
      key={isNew ? `in ${parentId}` : id}
      userId={user.id}
      kind={kind}
      id={id}
      parentId={isNew ? coerceId(parentId) : ""}
    />
  );
}

function Loader({
  userId,
  kind,
  id,
  parentId,
}: {
  readonly userId: number;
  readonly kind: Kind;
  readonly id: string | undefined;
  readonly parentId: string;
}): ReactNode {
  const isNew = id === undefined;
  const content = useContent(userId, kind, id);
  const structure = useStructure(userId, parentOf[kind] !== null);
  const siblings = useExamples(userId, kind === "example" ? parentId : "");

  const choices = structure.data === undefined ? [] : parentChoices(kind, structure.data);
  const parent = choices.some((choice) => choice.id === parentId) ? parentId : "";
  const isReady =
    (isNew || content.data !== undefined) &&
    (parentOf[kind] === null ||
      (structure.data !== undefined && (!isNew || parent !== "" || !structure.isFetching))) &&
    (kind !== "example" || parent === "" || !siblings.isPending);

  // Once it is there, nothing that is loaded anew behind it takes the form away.
  const [isShown, setIsShown] = useState(false);
  if (isReady && !isShown) setIsShown(true);

  const failed = content.isError && content.data === undefined ? content : null;
  const error =
    failed !== null
      ? loadFailure(kind, failed.error)
      : structure.isError && structure.data === undefined
        ? bannerText(structure.error)
        : null;
  const isLost = failed !== null && isGone(failed.error);
  return (
    <AdminPage
      heading={`${isNew ? "Create New" : "Edit"} ${capital(kind)}`}
      crumbs={[{ label: "Back", to: "/admin/courses" }]}
      error={error}
      onRetry={isLost ? undefined : () => void (failed ?? structure).refetch()}
    >
      {error === null && !isShown ? <Skeleton widths={[40, 62, 62, 30]} /> : null}
      {isLost ? (
        <>
          <p className="t2 mb-6">{`This ${kind} does not exist, or somebody has deleted it.`}</p>
          <Link className={buttonClass({})} to="/admin/courses">
            Back to the courses
          </Link>
        </>
      ) : null}
      {isShown ? (
        <ContentForm
          kind={kind}
          userId={userId}
          loaded={content.data ?? null}
          initial={newDraft({ parent, language: siblings.data?.examples.at(-1)?.language ?? "text" })}
          choices={choices}
          isParentGiven={!isNew || parent !== ""}
        />
      ) : null}
    </AdminPage>
  );
}
