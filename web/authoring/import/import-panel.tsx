import { fold } from "@tabstop/course/fold";
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Link } from "../../shell/router/router.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Check, FieldError } from "../../ui/field.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { bannerText } from "../banner-text.ts";
import { downloadTemplate } from "./download.ts";
import { acceptedNames, type FileKind, type ImportTarget } from "./import-files.ts";
import { ImportFiles } from "./import-list.tsx";
import { contentText } from "./import-outcome.ts";
import type { Importer, ImporterState } from "./importer.ts";
import { againstSamePress } from "../same-press.ts";
import type { CourseNode } from "../structure.ts";

/** Files and target on the left, their results on the right: first of a check, then of the import. */
export function ImportPanel({
  id,
  importer,
  state,
  courses,
}: {
  readonly id: string;
  readonly importer: Importer;
  readonly state: ImporterState;
  readonly courses: readonly CourseNode[];
}): ReactNode {
  const { stage, target, problem, note, toConfirm } = state;
  const isRunning = stage.kind === "running";
  const begin = (run: () => Promise<void>) => {
    // The course may have been deleted, in the list below or by another admin.
    if (target.kind === "existing" && !courses.some(({ id: courseId }) => courseId === target.courseId))
      importer.setTarget({ kind: "existing", courseId: null });
    void run();
  };
  return (
    <section id={id} className="panel cols split import" aria-label="Import">
      <div className="stack">
        <div className="row">
          <h2>Import</h2>
          <Link className="push small strong-link" to="/admin/courses/new">
            Create a course by hand
          </Link>
        </div>
        <DropZone isBusy={isRunning} onFiles={(files) => importer.add(files)} />
        <Templates />
        <TargetChoice
          target={target}
          courses={courses}
          isBusy={isRunning}
          onChange={(next) => importer.setTarget(next)}
        />
        {target.kind === "new" ? (
          <Check
            label="Import as a draft: learners do not see it yet"
            checked={state.isDraft}
            disabled={isRunning}
            onChange={(event) => importer.setDraft(event.currentTarget.checked)}
          />
        ) : null}
        <Actions importer={importer} state={state} begin={begin} />
        {problem === null ? null : <FieldError>{problem}</FieldError>}
        {note === null ? null : <output className="t3 small">{note}</output>}
      </div>
      <ImportFiles importer={importer} state={state} courses={courses} />
      <Confirmation id={id} importer={importer} toConfirm={toConfirm} />
    </section>
  );
}

/**
 * One button that says 'Check', and 'Import' once a file has passed the check. Then another 'Check' is before it, in the
 * place of the press that has just checked.
 */
function Actions({
  importer,
  state: { stage, isDraft, target },
  begin,
}: {
  readonly importer: Importer;
  readonly state: ImporterState;
  readonly begin: (run: () => Promise<void>) => void;
}): ReactNode {
  const contentId = useId();
  const isRunning = stage.kind === "running";
  const isImporting = isRunning && !stage.dryRun;
  const outcomes = stage.kind === "checked" ? stage.results.map(({ outcome }) => outcome) : [];
  const canImport = outcomes.some(({ kind }) => kind === "good");
  return (
    <div className="stack gap-2">
      <div className="row">
        {canImport || isImporting ? (
          <Button key="again" deliberate disabled={isImporting} onClick={() => begin(importer.check)}>
            Check
          </Button>
        ) : null}
        <Button
          key="next"
          look="primary"
          deliberate
          busy={isRunning && (isImporting ? "Importing..." : "Checking...")}
          aria-describedby={canImport ? contentId : undefined}
          onKeyDown={againstSamePress.onKeyDown}
          onClick={() => begin(canImport ? importer.import : importer.check)}
        >
          {canImport || isImporting ? "Import" : "Check"}
        </Button>
        {isRunning && stage.of > 1 ? (
          <Button
            key="stop"
            look="quiet"
            busy={stage.isStopping && "Stopping..."}
            onClick={() => importer.stop()}
          >
            Stop
          </Button>
        ) : null}
      </div>
      {canImport ? (
        <p id={contentId} className="t2 small num">
          {`Imports ${contentText(outcomes, isDraft && target.kind === "new")}`}
        </p>
      ) : null}
    </div>
  );
}

function Confirmation({
  id,
  importer,
  toConfirm,
}: {
  readonly id: string;
  readonly importer: Importer;
  readonly toConfirm: readonly string[] | null;
}): ReactNode {
  return (
    <Dialog
      open={toConfirm !== null}
      alert
      title="Import anyway?"
      describedBy={`${id}-confirm`}
      onClose={() => importer.cancel()}
      actions={
        <>
          <Button data-first-focus onClick={() => importer.cancel()}>
            Cancel
          </Button>
          <Button look="primary" deliberate onClick={() => void importer.confirm()}>
            Import
          </Button>
        </>
      }
    >
      <div id={`${id}-confirm`} className="deletion">
        {toConfirm?.map((sentence, place) => (
          <p key={place}>{sentence}</p>
        ))}
        <p>Each will be imported separately. Existing content stays as it is.</p>
      </div>
    </Dialog>
  );
}

function DropZone({
  isBusy,
  onFiles,
}: {
  readonly isBusy: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    // The browser would open a file that is dropped beside the zone, in place of the app.
    const prevent = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    addEventListener("dragover", prevent);
    addEventListener("drop", prevent);
    return () => {
      removeEventListener("dragover", prevent);
      removeEventListener("drop", prevent);
    };
  }, []);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!isBusy) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={isOver ? "drop-zone is-over" : "drop-zone"}
      onDragEnter={(event) => setIsOver(hasFiles(event))}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={drop}
    >
      <DownloadIcon size={20} />
      <p className="t2">Drop .md, .markdown or .csv files here or</p>
      <Button size="small" disabled={isBusy} onClick={() => input.current?.click()}>
        Choose files
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedNames}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Otherwise choosing the same file again, after correcting it, would fire no event.
          currentTarget.value = "";
        }}
      />
    </div>
  );
}

/** Whether files are dragged: rows of the list below are dragged too. */
function hasFiles({ dataTransfer }: { readonly dataTransfer: DataTransfer | null }): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}

function Templates(): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  const download = async (kind: FileKind) => {
    setProblem(null);
    try {
      await downloadTemplate(kind);
    } catch (error) {
      setProblem(bannerText(error));
    }
  };
  return (
    <div className="t3 small">
      <p>
        Templates:{" "}
        <button type="button" className="text-btn" onClick={() => void download("markdown")}>
          Markdown<span className="sr"> template</span>
        </button>
        ,{" "}
        <button type="button" className="text-btn" onClick={() => void download("csv")}>
          CSV<span className="sr"> template</span>
        </button>
      </p>
      {problem === null ? null : <FieldError>{problem}</FieldError>}
    </div>
  );
}

function TargetChoice({
  target,
  courses,
  isBusy,
  onChange,
}: {
  readonly target: ImportTarget;
  readonly courses: readonly CourseNode[];
  readonly isBusy: boolean;
  readonly onChange: (target: ImportTarget) => void;
}): ReactNode {
  const name = useId();
  // Kept while "New course" is chosen.
  const [courseId, setCourseId] = useState(target.kind === "existing" ? target.courseId : null);
  // The chosen course may have been deleted, in the list below or by another admin.
  const present = courses.some(({ id }) => id === courseId) ? courseId : null;
  return (
    <fieldset className="target-choice" disabled={isBusy}>
      <legend className="legend">Import into</legend>
      <label className="check">
        <input
          type="radio"
          name={name}
          checked={target.kind === "new"}
          onChange={() => onChange({ kind: "new" })}
        />
        New course
      </label>
      <div className="existing">
        <label className="check">
          <input
            type="radio"
            name={name}
            checked={target.kind === "existing"}
            onChange={() => onChange({ kind: "existing", courseId: present })}
          />
          Add to an existing course
        </label>
        <select
          className="select select-sm"
          aria-label="Course"
          value={present ?? ""}
          onChange={({ currentTarget: { value } }) => {
            const next = value === "" ? null : Number(value);
            setCourseId(next);
            onChange({ kind: "existing", courseId: next });
          }}
        >
          <option value="">Choose a course</option>
          {courses.map(({ id, title }) => (
            <option key={id} value={id}>
              {isDuplicate(courses, title) ? `${title} (course ${id})` : title}
            </option>
          ))}
        </select>
      </div>
    </fieldset>
  );
}

function isDuplicate(courses: readonly CourseNode[], title: string): boolean {
  return courses.filter((course) => fold(course.title) === fold(title)).length > 1;
}
