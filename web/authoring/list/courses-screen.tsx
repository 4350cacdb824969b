import { type ReactNode, useId, useRef, useState } from "react";
import { useUser } from "../../shell/session/session.ts";
import { QueryProblem } from "../../shell/query-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/waiting.tsx";
import { AdminPage } from "../admin-page.tsx";
import { bannerText } from "../banner-text.ts";
import { CourseList, type ListActions } from "./course-list.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { downloadCourse, exportFallback } from "../import/download.ts";
import type { FileKind } from "../import/import-files.ts";
import { ImportPanel } from "../import/import-panel.tsx";
import { LeaveImport } from "../import/leave-import.tsx";
import type { ContentRow } from "../kinds.ts";
import { useStructure } from "../structure.ts";
import { useImporter } from "../import/use-importer.ts";
import { useReorder } from "./use-reorder.ts";

/** The list of all courses, and the panel to import more of them. */
export function CoursesScreen(): ReactNode {
  const user = useUser();
  // The user is logging out.
  return user === null ? null : <Courses userId={user.id} />;
}

// Long: one page with the state of its parts.
function Courses({ userId }: { readonly userId: number }): ReactNode {
  const structure = useStructure(userId);
  const { importer, state: importState, isResumed } = useImporter(userId);
  const [isImportShown, setIsImportShown] = useState(isResumed);
  const [problem, setProblem] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const [toDelete, setToDelete] = useState<ContentRow | null>(null);
  const [isOpen, toggle] = useOpenRows();
  const reorder = useReorder(userId, { announce: setAnnouncement, fail: setProblem });
  const exportCourse = useExport(setProblem);
  const panelId = useId();
  const courses = structure.data?.courses ?? [];

  const actions: ListActions = {
    isOpen,
    toggle,
    move: (...step) => {
      setProblem(null);
      reorder.step(...step);
    },
    drop: (...where) => {
      setProblem(null);
      reorder.drop(...where);
    },
    exportCourse,
    remove: (next) => {
      setProblem(null);
      setToDelete(next);
    },
  };
  return (
    <AdminPage
      heading="Courses"
      title="Manage Courses"
      crumbs={[{ label: "Admin Dashboard", to: "/admin" }]}
      actions={
        <Button
          look={isImportShown ? "secondary" : "primary"}
          capitals
          aria-expanded={isImportShown}
          aria-controls={isImportShown ? panelId : undefined}
          onClick={() => setIsImportShown(!isImportShown)}
        >
          {isImportShown ? "HIDE IMPORT" : "ADD COURSE"}
        </Button>
      }
      error={problem}
      failed={<QueryProblem query={structure} text={(error) => bannerText(error)} />}
    >
      {isImportShown ? (
        <ImportPanel id={panelId} importer={importer} state={importState} courses={courses} />
      ) : null}
      {structure.isPending ? <Skeleton widths={[38, 30, 44, 26, 36]} label="Loading courses..." /> : null}
      {structure.data === undefined ? null : courses.length === 0 ? (
        <p className="empty">No courses found. Create your first course!</p>
      ) : (
        <CourseList courses={courses} actions={actions} />
      )}
      <output className="sr">{announcement}</output>
      <LeaveImport isWriting={importState.stage.kind === "running" && !importState.stage.dryRun} />
      <DeleteDialog content={toDelete} onClose={() => setToDelete(null)} />
    </AdminPage>
  );
}

// Kept outside the component: the same rows are open again after a form, which leads back to the list.
const openRows = new Set<string>();

function useOpenRows(): readonly [(name: string) => boolean, (name: string) => void] {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(openRows));
  const toggle = (name: string) => {
    if (!openRows.delete(name)) openRows.add(name);
    setOpen(new Set(openRows));
  };
  return [(name) => open.has(name), toggle];
}

function useExport(setProblem: (problem: string | null) => void): ListActions["exportCourse"] {
  /** The downloads in progress: a second press during one starts no other. */
  const running = useRef(new Set<string>());
  const run = async (id: number, kind: FileKind) => {
    const name = `${kind} ${id}`;
    if (running.current.has(name)) return;
    running.current.add(name);
    setProblem(null);
    try {
      await downloadCourse(id, kind);
    } catch (error) {
      setProblem(bannerText(error, exportFallback[kind]));
    } finally {
      running.current.delete(name);
    }
  };
  return ({ id }, kind) => void run(id, kind);
}
