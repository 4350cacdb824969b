import "../forms.css";
import { type ReactNode, useId, useState } from "react";
import { Link, navigate, useParams, useSearchParams } from "../../shell/router/router.tsx";
import { useUser } from "../../shell/session/session.ts";
import { QueryProblem } from "../../shell/query-problem.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/waiting.tsx";
import { counted } from "../../ui/words.ts";
import { AdminPage, type Crumb } from "../admin-page.tsx";
import { bannerText } from "../banner-text.ts";
import { isNotFound, loadFailure, useExamples } from "../content-requests.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { type ContentRow, examplesPath } from "../kinds.ts";
import { ExampleList } from "./example-list.tsx";
import { chapterLabel, chaptersOf, type PickedChapter } from "../parents.ts";
import { useStructure } from "../structure.ts";
import { useReorder } from "./use-reorder.ts";

/** The examples of a chapter: the one in the address, or one chosen on the page. */
export function ExamplesScreen(): ReactNode {
  const user = useUser();
  const { chapterId } = useParams();
  const [query, setQuery] = useSearchParams();
  // The user is logging out.
  if (user === null) return null;
  return (
    <Examples
      userId={user.id}
      chapterId={chapterId ?? query.get("chapterId") ?? ""}
      // The address follows the choice. It is replaced: arrow keys in the list must not fill the history.
      choose={(id) => {
        if (chapterId !== undefined) navigate(examplesPath(id), { replace: true });
        else setQuery((next) => next.set("chapterId", id));
      }}
    />
  );
}

// Long: one page with all its states.
function Examples({
  userId,
  chapterId,
  choose,
}: {
  readonly userId: number;
  readonly chapterId: string;
  readonly choose: (chapterId: string) => void;
}): ReactNode {
  const structure = useStructure(userId);
  const listed = useExamples(userId, chapterId);
  const [problem, setProblem] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const [toDelete, setToDelete] = useState<ContentRow | null>(null);
  const reorder = useReorder(userId, { announce: setAnnouncement, fail: setProblem });
  const siblings = { kind: "example", parentId: Number(chapterId) } as const;

  const chapters = structure.data === undefined ? [] : chaptersOf(structure.data);
  const chapter = chapters.find(({ id }) => String(id) === chapterId);
  const examples = listed.data?.examples;
  const isMissing = chapterId !== "" && listed.isError && isNotFound(listed.error);
  const failed = chapterId !== "" && listed.isError ? listed : structure.isError ? structure : null;
  const failure =
    failed === listed ? loadFailure("example", listed.error) : failed && bannerText(failed.error);
  return (
    <AdminPage
      heading="Examples"
      crumbs={crumbsOf(chapter)}
      actions={
        chapter === undefined ? null : (
          <Link
            className={buttonClass({ look: "primary", capitals: true })}
            to={`${examplesPath(chapterId)}/new`}
          >
            ADD NEW EXAMPLE
          </Link>
        )
      }
      error={problem}
      failed={failed && <QueryProblem query={failed} text={() => failure} />}
    >
      {structure.data === undefined ? null : (
        <Picker
          chapters={chapters}
          chapterId={chapter === undefined ? "" : chapterId}
          count={examples?.length}
          choose={(id) => {
            setProblem(null);
            choose(id);
          }}
        />
      )}
      {structure.isPending || (chapterId !== "" && listed.isPending) ? (
        <Skeleton widths={[44, 58, 36, 52, 30]} />
      ) : null}
      {isMissing ? (
        <p className="empty">This chapter does not exist or has been deleted. Choose another one.</p>
      ) : null}
      {chapterId === "" && structure.data !== undefined ? (
        <p className="empty">
          {chapters.length === 0
            ? "There are no chapters yet. Every example belongs to a chapter."
            : "Choose a chapter to see its examples."}
        </p>
      ) : null}
      {isMissing || examples === undefined || chapterId === "" ? null : examples.length === 0 ? (
        <p className="empty">No examples found for this chapter. Add your first example!</p>
      ) : (
        <ExampleList
          examples={examples}
          move={(...step) => {
            setProblem(null);
            reorder.step(siblings, ...step);
          }}
          drop={(...where) => {
            setProblem(null);
            reorder.drop(siblings, ...where);
          }}
          remove={(row) => {
            setProblem(null);
            setToDelete({ kind: "example", row });
          }}
        />
      )}
      <output className="sr">{announcement}</output>
      <DeleteDialog content={toDelete} onClose={() => setToDelete(null)} />
    </AdminPage>
  );
}

function Picker({
  chapters,
  chapterId,
  count,
  choose,
}: {
  readonly chapters: readonly PickedChapter[];
  /** Empty when no chapter is chosen. */
  readonly chapterId: string;
  readonly count: number | undefined;
  readonly choose: (chapterId: string) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="chapter-picker">
      <label className="legend" htmlFor={id}>
        Chapter
      </label>
      <select
        id={id}
        className="select select-sm"
        value={chapterId}
        onChange={(event) => choose(event.target.value)}
      >
        {chapterId === "" ? <option value="">Choose a chapter</option> : null}
        {chapters.map((chapter) => (
          <option key={chapter.id} value={chapter.id}>
            {chapterLabel(chapter)}
          </option>
        ))}
      </select>
      {count === undefined ? null : <span className="t3 small num push">{counted(count, "example")}</span>}
    </div>
  );
}

function crumbsOf(chapter: PickedChapter | undefined): readonly Crumb[] {
  const courses = { label: "Courses", to: "/admin/courses" };
  if (chapter === undefined) return [courses];
  return [courses, { label: chapter.course_title }, { label: chapter.lesson_title }];
}
