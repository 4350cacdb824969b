import type { Kind } from "@tabstop/course/course";
import { type ReactNode, useState } from "react";
import { Link, useParams } from "../../shell/router/router.tsx";
import { useUser } from "../../shell/session/session.ts";
import { QueryProblem } from "../../shell/query-problem.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/waiting.tsx";
import { capital } from "../../ui/words.ts";
import { AdminPage } from "../admin-page.tsx";
import { bannerText } from "../banner-text.ts";
import { isNotFound, loadFailure, useContent, useLastLanguage } from "../content-requests.ts";
import { ContentForm } from "./content-form.tsx";
import { coerceId, newDraft, nextDraft } from "./draft.ts";
import type { Added } from "./form-ends.tsx";
import { kinds } from "../kinds.ts";
import { chaptersBeside, parentChoices } from "../parents.ts";
import { useStructure } from "../structure.ts";

export const CourseScreen = () => <ContentScreen kind="course" />;
export const LessonScreen = () => <ContentScreen kind="lesson" />;
export const ChapterScreen = () => <ContentScreen kind="chapter" />;
export const ExampleScreen = () => <ContentScreen kind="example" />;

/**
 * The page to create or edit a row; without an id in the address it creates one, in the parent that the address names.
 */
function ContentScreen({ kind }: { readonly kind: Kind }): ReactNode {
  const user = useUser();
  const params = useParams();
  const { parent } = kinds[kind];
  const id = params[`${kind}Id`];
  const parentId = parent === null ? undefined : params[`${parent}Id`];
  // The user is logging out.
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

// Long: combines three requests into one state of the page.
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
  const hasParent = kinds[kind].parent !== null;
  const content = useContent(userId, kind, id);
  const structure = useStructure(userId, hasParent);
  const isNewExample = isNew && kind === "example";
  const beside = isNewExample && structure.data !== undefined ? chaptersBeside(structure.data, parentId) : [];
  const last = useLastLanguage(userId, beside);
  /** What 'Save and add another' has saved; each is followed by a new form. */
  const [added, setAdded] = useState<readonly Added[]>([]);
  const before = added.at(-1) ?? null;

  const choices = structure.data === undefined ? [] : parentChoices(kind, structure.data);
  const parent = choices.some((choice) => choice.id === parentId) ? parentId : "";
  const isReady =
    (isNew || content.data !== undefined) &&
    (!hasParent || (structure.data !== undefined && (!isNew || parent !== "" || !structure.isFetching))) &&
    !last.isPending;

  // Once shown, the form stays while its data is loaded again.
  const [isShown, setIsShown] = useState(false);
  if (isReady && !isShown) setIsShown(true);

  const failed = content.isError && content.data === undefined ? content : null;
  const error =
    failed !== null
      ? loadFailure(kind, failed.error)
      : structure.isError && structure.data === undefined
        ? bannerText(structure.error)
        : null;
  const stale = [content, structure].find((query) => query.isError && query.data !== undefined);
  const isMissing = failed !== null && isNotFound(failed.error);
  return (
    <AdminPage
      heading={`${isNew ? "Create New" : "Edit"} ${capital(kind)}`}
      crumbs={[{ label: "Back", to: "/admin/courses" }]}
      error={error}
      onRetry={isMissing ? undefined : () => void (failed ?? structure).refetch()}
      failed={stale && <QueryProblem query={stale} text={(problem) => loadFailure(kind, problem)} />}
    >
      {error === null && !isShown ? <Skeleton widths={[40, 62, 62, 30]} /> : null}
      {isMissing ? (
        <>
          <p className="t2 mb-6">{`This ${kind} does not exist or has been deleted.`}</p>
          <Link className={buttonClass({})} to="/admin/courses">
            Back to the courses
          </Link>
        </>
      ) : null}
      {isShown ? (
        <ContentForm
          key={added.length}
          kind={kind}
          userId={userId}
          loaded={content.data ?? null}
          initial={
            before === null
              ? newDraft({ parent, language: last.language ?? "text" })
              : nextDraft(before.draft)
          }
          before={before}
          onAdded={(next) => setAdded([...added, next])}
          choices={choices}
          isParentGiven={!isNew || parent !== ""}
        />
      ) : null}
    </AdminPage>
  );
}
