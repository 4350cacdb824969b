import { type ReactNode, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "../../shell/router/router.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { AlertIcon, CheckIcon, CloseIcon } from "../../ui/icons.tsx";
import { counted, thousands } from "../../ui/words.ts";
import { kindOf, sizeText } from "./import-files.ts";
import {
  type ImportProblem,
  itemsText,
  type Outcome,
  placed,
  previewText,
  resultText,
  warningsOf,
} from "./import-outcome.ts";
import type { CourseNode } from "../structure.ts";
import type { ChosenFile, Importer, ImporterState, Stage } from "./importer.ts";

/** The chosen files, then the result of the check for each, then the result of the import. */
export function ImportFiles({
  importer,
  state,
  courses,
}: {
  readonly importer: Importer;
  readonly state: ImporterState;
  readonly courses: readonly CourseNode[];
}): ReactNode {
  const { files, target, stage } = state;
  const isImport = stage.kind === "imported" || (stage.kind === "running" && !stage.dryRun);
  const rows: readonly { readonly file: ChosenFile; readonly outcome: Outcome | null }[] =
    stage.kind === "choosing" ? files.map((file) => ({ file, outcome: null })) : stage.results;
  const present = new Map(files.map((file) => [file.id, file]));
  const outcomes = stage.kind === "choosing" ? [] : stage.results.map(({ outcome }) => outcome);
  return (
    <div className="import-files">
      <div className="row">
        <h2>{stage.kind === "choosing" ? "Files" : isImport ? "Results" : "Preview"}</h2>
        <output className="t3 small push num">{headText(stage, outcomes)}</output>
      </div>
      {stage.kind === "running" ? <Progress stage={stage} /> : null}
      <ul>
        {rows.map(({ file, outcome }) => (
          <FileRow
            key={file.id}
            file={present.get(file.id) ?? file}
            outcome={outcome}
            isImport={isImport}
            isRemovable={!isImport && stage.kind !== "running"}
            isTitleEditable={
              target.kind === "existing" &&
              kindOf(file.name) === "markdown" &&
              !isImport &&
              stage.kind !== "running"
            }
            importer={importer}
            courses={courses}
          />
        ))}
      </ul>
      <output className="t3 small summary">{summaryText(state, outcomes)}</output>
    </div>
  );
}

function headText(stage: Stage, outcomes: readonly Outcome[]): string {
  if (stage.kind === "checked") return "Nothing is written yet";
  return stage.kind === "imported" ? resultText(outcomes) : "";
}

function summaryText({ stage, files, target }: ImporterState, outcomes: readonly Outcome[]): string {
  const n = files.length;
  if (stage.kind === "checked") return previewText(outcomes);
  if (stage.kind === "imported" && n > 0)
    return `${counted(n, "file")} ${n === 1 ? "is" : "are"} still selected. Correct the errors and check again.`;
  if (stage.kind !== "choosing" || n > 0) return "";
  return target.kind === "new"
    ? "No files are selected yet. Each file becomes one course."
    : "No files are selected yet. A Markdown file becomes one lesson and a CSV file one or more, in the order shown.";
}

function Progress({ stage }: { readonly stage: Extract<Stage, { kind: "running" }> }): ReactNode {
  const { done, of, name, waitS, dryRun } = stage;
  const label = dryRun ? "Checking" : "Importing";
  return (
    <div className="import-progress">
      <p className="row small">
        <span className="t2 truncate">
          {label} <span className="mono">{name}</span>
        </span>
        <span className="t3 num push">{`${done + 1} of ${of}`}</span>
      </p>
      <progress aria-label={label} value={done} max={of} />
      {waitS === null ? null : (
        <output className="t3 small">
          {`The server limits the number of imports per minute. The import continues within ${counted(waitS, "second")}.`}
        </output>
      )}
    </div>
  );
}

function FileRow({
  file,
  outcome,
  isImport,
  isRemovable,
  isTitleEditable,
  importer,
  courses,
}: {
  readonly file: ChosenFile;
  /** null until the file is checked. */
  readonly outcome: Outcome | null;
  readonly isImport: boolean;
  readonly isRemovable: boolean;
  readonly isTitleEditable: boolean;
  readonly importer: Importer;
  readonly courses: readonly CourseNode[];
}): ReactNode {
  return (
    <li className={outcome === null ? "file-row is-plain" : "file-row"}>
      <div className="file-line">
        {outcome === null ? null : <OutcomeMark outcome={outcome} isImport={isImport} />}
        <span className="file-about">
          <span className="mono small">{file.name}</span>
          {isImport && outcome?.kind === "good" ? (
            <Imported outcome={outcome} courses={courses} />
          ) : (
            <OutcomeText file={file} outcome={outcome} isImport={isImport} />
          )}
        </span>
        {!isRemovable ? null : (
          <IconButton label={`Remove ${file.name}`} onClick={() => importer.remove(file.id)}>
            <CloseIcon />
          </IconButton>
        )}
      </div>
      {isTitleEditable && file.ownTitle !== undefined ? (
        <LessonTitle
          file={file}
          ownTitle={file.ownTitle}
          onChange={(title) => importer.setLessonTitle(file.id, title)}
        />
      ) : null}
      {outcome === null ? null : <OutcomeDetails outcome={outcome} />}
    </li>
  );
}

function OutcomeMark({
  outcome,
  isImport,
}: {
  readonly outcome: Outcome;
  readonly isImport: boolean;
}): ReactNode {
  if (outcome.kind === "good")
    return (
      <span className="mark done">
        <CheckIcon size={12} weight={2.2} />
        <span className="sr">{isImport ? "Imported" : "Can be imported"}</span>
      </span>
    );
  if (outcome.kind === "unsent")
    return (
      <span className="mark">
        <span className="sr">{isImport ? "Not sent" : "Not checked"}</span>
      </span>
    );
  return (
    <span className="file-fault">
      <AlertIcon />
      <span className="sr">{isImport ? "Failed" : "Cannot be imported"}</span>
    </span>
  );
}

function OutcomeText({
  file,
  outcome,
  isImport,
}: {
  readonly file: ChosenFile;
  readonly outcome: Outcome | null;
  readonly isImport: boolean;
}): ReactNode {
  if (outcome === null) return <span className="t3 small push num">{sizeText(file.file.size)}</span>;
  if (outcome.kind === "good") {
    const { name, holds } = itemsText(outcome.items);
    return (
      <span className="t3 small push num">
        <bdi>{name}</bdi>, {holds}
      </span>
    );
  }
  if (outcome.kind === "unsent")
    return <span className="t3 small push">{isImport ? "not sent" : "not checked"}</span>;
  const isCounted = outcome.kind === "faulty" && !isImport;
  return (
    <span className="small push num file-fault">
      {isCounted ? counted(outcome.count, "error") : "failed"}
    </span>
  );
}

/** What a file has become, with a link to the course. */
function Imported({
  outcome: { items, isDraft },
  courses,
}: {
  readonly outcome: Extract<Outcome, { kind: "good" }>;
  readonly courses: readonly CourseNode[];
}): ReactNode {
  const { name, holds } = itemsText(items);
  const courseId = items[0]?.courseId ?? null;
  const isCourse = items[0]?.type === "course";
  const link = (title: string) =>
    courseId === null ? (
      <bdi>{title}</bdi>
    ) : (
      <Link className="strong-link" to={`/admin/courses/${courseId}`}>
        <bdi>{title}</bdi>
      </Link>
    );
  return (
    <span className="t3 small push num">
      {isCourse ? link(name) : <bdi>{name}</bdi>}, {holds}
      {isCourse ? null : <> in {link(courses.find(({ id }) => id === courseId)?.title ?? "the course")}</>}
      {isDraft ? <span className="tag">Draft</span> : null}
    </span>
  );
}

function OutcomeDetails({ outcome }: { readonly outcome: Outcome }): ReactNode {
  if (outcome.kind === "unsent") return null;
  if (outcome.kind === "failed")
    return (
      <p className="file-details small t2">
        {outcome.message}
        {outcome.unsure
          ? ". It may have been imported anyway: check the courses below before you import it again."
          : outcome.isUnreadable === true
            ? ". It may have changed or moved since you chose it. Choose it again."
            : ""}
      </p>
    );
  const warnings = warningsOf(outcome);
  return (
    <>
      {outcome.kind === "faulty" ? <Problems problems={outcome.problems} count={outcome.count} /> : null}
      {warnings.length === 0 ? null : (
        <details className="file-details small">
          <summary>{counted(warnings.length, "warning")}</summary>
          <Problems problems={warnings} count={warnings.length} />
        </details>
      )}
    </>
  );
}

const shownAtOnce = 12;

/** The problems with their places; the rest of a long list is shown on demand. */
function Problems({
  problems,
  count,
}: {
  readonly problems: readonly ImportProblem[];
  /** The number of all problems; the server lists only the first ones. */
  readonly count: number;
}): ReactNode {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? problems : problems.slice(0, shownAtOnce);
  return (
    <div className="file-details small">
      <ul className="problems">
        {shown.map((problem, at) => {
          const { place, sentence } = placed(problem);
          return (
            <li key={at}>
              <span className="t3 num">{place}</span>
              <span className="t2">{sentence}</span>
            </li>
          );
        })}
      </ul>
      {shown.length < problems.length ? (
        <Button size="small" look="quiet" onClick={() => setIsWhole(true)}>
          {`Show all ${problems.length}`}
        </Button>
      ) : count > problems.length ? (
        <p className="t3 num">{`And ${thousands(count - problems.length)} more.`}</p>
      ) : null}
    </div>
  );
}

/** A field for the title: open where the file has none, otherwise behind a button. */
function LessonTitle({
  file,
  ownTitle,
  onChange,
}: {
  readonly file: ChosenFile;
  readonly ownTitle: string | null;
  readonly onChange: (title: string) => void;
}): ReactNode {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    flushSync(() => setIsOpen(true));
    input.current?.focus();
  };
  if (ownTitle !== null && !isOpen && file.lessonTitle === "")
    return (
      <p className="file-details row small">
        <span className="t3 truncate">{`Lesson: ${ownTitle}`}</span>
        <Button size="small" look="quiet" aria-label={`Rename ${ownTitle}`} onClick={open}>
          Rename
        </Button>
      </p>
    );
  return (
    <div className="file-details field">
      <label htmlFor={id}>Lesson title</label>
      <input
        id={id}
        className="input input-sm"
        value={file.lessonTitle}
        placeholder={ownTitle ?? ""}
        ref={input}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        aria-describedby={`${id}-help`}
      />
      <p id={`${id}-help`} className="field-help">
        {ownTitle === null
          ? "The file has no lesson title."
          : `If you leave it empty, the title is ${ownTitle}.`}
      </p>
    </div>
  );
}
