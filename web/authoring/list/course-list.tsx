import { difficulties } from "@tabstop/course/course";
import { type ReactNode, useId } from "react";
import { Link } from "../../shell/router/router.tsx";
import { IconButton } from "../../ui/button.tsx";
import {
  ChevronRightIcon,
  DownIcon,
  EditIcon,
  GripIcon,
  PlusIcon,
  TrashIcon,
  UpIcon,
  UploadIcon,
} from "../../ui/icons.tsx";
import { Menu } from "../../ui/menu.tsx";
import { capital, counted } from "../../ui/words.ts";
import type { FileKind } from "../import/import-files.ts";
import type { ContentRow } from "../kinds.ts";
import type { ChapterNode, CourseNode, LessonNode } from "../structure.ts";
import type { Side, Siblings, Step } from "./order.ts";
import { type SiblingDrag, useDrag } from "./use-drag.ts";

type Row = { readonly id: number; readonly title: string };

export type ListActions = {
  readonly isOpen: (name: string) => boolean;
  readonly toggle: (name: string) => void;
  readonly move: (siblings: Siblings, row: Row, step: Step, button: HTMLElement) => void;
  readonly drop: (siblings: Siblings, row: Row, over: number, side: Side) => void;
  readonly exportCourse: (course: CourseNode, kind: FileKind) => void;
  readonly remove: (content: ContentRow) => void;
};

/** All courses with their lessons and chapters, each with its actions. */
export function CourseList({
  courses,
  actions,
}: {
  readonly courses: readonly CourseNode[];
  readonly actions: ListActions;
}): ReactNode {
  const drag = useDrag();
  return (
    <ul className="content" aria-label="Courses" {...drag.list}>
      {courses.map((course, place) => (
        <Course key={course.id} course={course} end={endOf(place, courses)} drag={drag} actions={actions} />
      ))}
    </ul>
  );
}

/** The attributes and the grip that make a row, with the rows below it, draggable. */
function draggable(drag: SiblingDrag, siblings: Siblings, row: Row, { drop }: ListActions) {
  const sibling = { siblings: `${siblings.kind} ${siblings.parentId}`, id: row.id };
  const dropRow = (over: number, side: Side) => drop(siblings, row, over, side);
  return {
    item: drag.item(sibling),
    body: drag.body(sibling, dropRow),
    // Only for pointers; the buttons beside it do the same for everyone.
    grip: (
      <span className="grip" title="Drag to move" aria-hidden="true" {...drag.handle(sibling, dropRow)}>
        <GripIcon />
      </span>
    ),
  };
}

/** Whether a row is the first or the last of its siblings, so that it cannot move further. */
type End = { readonly isFirst: boolean; readonly isLast: boolean };

function endOf(place: number, rows: readonly unknown[]): End {
  return { isFirst: place === 0, isLast: place === rows.length - 1 };
}

// Long: one row with all its controls.
function Course({
  course,
  end,
  drag,
  actions,
}: {
  readonly course: CourseNode;
  readonly end: End;
  readonly drag: SiblingDrag;
  readonly actions: ListActions;
}): ReactNode {
  const { id, title, difficulty_level: level, published, lessons, lesson_count: count } = course;
  const siblings: Siblings = { kind: "course", parentId: null };
  const insideId = useId();
  const name = `course ${id}`;
  const isOpen = actions.isOpen(name);
  const { item, body, grip } = draggable(drag, siblings, course, actions);
  return (
    <li {...item}>
      <div className="content-row is-course" {...body}>
        <Toggle title={title} controls={insideId} isOpen={isOpen} onClick={() => actions.toggle(name)} />
        <span className="name" title={title}>
          {title}
        </span>
        <span className="row t3 small about">
          <span className="level" data-n={difficulties.indexOf(level) + 1} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {capital(level)}
          {published ? null : <span className="tag">Draft</span>}
        </span>
        {grip}
        <Moves siblings={siblings} row={course} end={end} actions={actions} />
        <span className="t3 small num holds">{counted(count, "lesson")}</span>
        <span className="tools" data-no-drag="">
          <Menu label={`Export ${title}`} button={<UploadIcon />} buttonClassName="icon-btn">
            <button type="button" role="menuitem" onClick={() => actions.exportCourse(course, "markdown")}>
              Markdown
            </button>
            <button type="button" role="menuitem" onClick={() => actions.exportCourse(course, "csv")}>
              CSV
            </button>
          </Menu>
          <AddLink to={`/admin/courses/${id}/lessons/new`} label={`Add lesson to ${title}`} />
          <EditLink to={`/admin/courses/${id}`} title={title} />
          <DeleteButton title={title} onClick={() => actions.remove({ kind: "course", row: course })} />
        </span>
      </div>
      <ul id={insideId} className="inside" aria-label={`Lessons of ${title}`} hidden={!isOpen}>
        {isOpen && lessons.length === 0 ? <li className="t3 small none">No lessons found</li> : null}
        {isOpen
          ? lessons.map((lesson, place) => (
              <Lesson
                key={lesson.id}
                lesson={lesson}
                end={endOf(place, lessons)}
                drag={drag}
                actions={actions}
              />
            ))
          : null}
      </ul>
    </li>
  );
}

function Lesson({
  lesson,
  end,
  drag,
  actions,
}: {
  readonly lesson: LessonNode;
  readonly end: End;
  readonly drag: SiblingDrag;
  readonly actions: ListActions;
}): ReactNode {
  const { id, title, course_id: courseId, chapters, chapter_count: count } = lesson;
  const siblings: Siblings = { kind: "lesson", parentId: courseId };
  const insideId = useId();
  const name = `lesson ${id}`;
  const isOpen = actions.isOpen(name);
  const { item, body, grip } = draggable(drag, siblings, lesson, actions);
  return (
    <li {...item}>
      <div className="content-row" {...body}>
        <Toggle title={title} controls={insideId} isOpen={isOpen} onClick={() => actions.toggle(name)} />
        <span className="name" title={title}>
          {title}
        </span>
        {grip}
        <Moves siblings={siblings} row={lesson} end={end} actions={actions} />
        <span className="t3 small num holds">{counted(count, "chapter")}</span>
        <span className="tools" data-no-drag="">
          <AddLink to={`/admin/lessons/${id}/chapters/new`} label={`Add chapter to ${title}`} />
          <EditLink to={`/admin/courses/${courseId}/lessons/${id}`} title={title} />
          <DeleteButton title={title} onClick={() => actions.remove({ kind: "lesson", row: lesson })} />
        </span>
      </div>
      <ul id={insideId} className="inside" aria-label={`Chapters of ${title}`} hidden={!isOpen}>
        {isOpen && chapters.length === 0 ? <li className="t3 small none">No chapters found</li> : null}
        {isOpen
          ? chapters.map((chapter, place) => (
              <Chapter
                key={chapter.id}
                chapter={chapter}
                end={endOf(place, chapters)}
                drag={drag}
                actions={actions}
              />
            ))
          : null}
      </ul>
    </li>
  );
}

function Chapter({
  chapter,
  end,
  drag,
  actions,
}: {
  readonly chapter: ChapterNode;
  readonly end: End;
  readonly drag: SiblingDrag;
  readonly actions: ListActions;
}): ReactNode {
  const { id, title, lesson_id: lessonId, example_count: count } = chapter;
  const siblings: Siblings = { kind: "chapter", parentId: lessonId };
  const { item, body, grip } = draggable(drag, siblings, chapter, actions);
  return (
    <li {...item}>
      <div className="content-row is-chapter" {...body}>
        <Link className="name" draggable={false} to={`/admin/chapters/${id}/examples`} title={title}>
          {title}
        </Link>
        {grip}
        <Moves siblings={siblings} row={chapter} end={end} actions={actions} />
        <span className="t3 small num holds">{counted(count, "example")}</span>
        <span className="tools" data-no-drag="">
          <AddLink to={`/admin/chapters/${id}/examples/new`} label={`Add example to ${title}`} />
          <EditLink to={`/admin/lessons/${lessonId}/chapters/${id}`} title={title} />
          <DeleteButton title={title} onClick={() => actions.remove({ kind: "chapter", row: chapter })} />
        </span>
      </div>
    </li>
  );
}

function Toggle({
  title,
  controls,
  isOpen,
  onClick,
}: {
  readonly title: string;
  readonly controls: string;
  readonly isOpen: boolean;
  readonly onClick: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      className="icon-btn toggle"
      aria-label={`Toggle ${title}`}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onClick}
    >
      <ChevronRightIcon />
    </button>
  );
}

/** At an end, a button is marked as disabled but stays focusable: a disabled button would lose the focus. */
function Moves({
  siblings,
  row,
  end,
  actions,
}: {
  readonly siblings: Siblings;
  readonly row: Row;
  readonly end: End;
  readonly actions: ListActions;
}): ReactNode {
  return (
    <span className="moves">
      <IconButton
        label={`Move ${row.title} up`}
        aria-disabled={end.isFirst ? true : undefined}
        onClick={({ currentTarget }) => actions.move(siblings, row, -1, currentTarget)}
      >
        <UpIcon />
      </IconButton>
      <IconButton
        label={`Move ${row.title} down`}
        aria-disabled={end.isLast ? true : undefined}
        onClick={({ currentTarget }) => actions.move(siblings, row, 1, currentTarget)}
      >
        <DownIcon />
      </IconButton>
    </span>
  );
}

function AddLink({ to, label }: { readonly to: string; readonly label: string }): ReactNode {
  return (
    <Link className="icon-btn" draggable={false} to={to} aria-label={label} title={label}>
      <PlusIcon />
    </Link>
  );
}

function EditLink({ to, title }: { readonly to: string; readonly title: string }): ReactNode {
  const label = `Edit ${title}`;
  return (
    <Link className="icon-btn" draggable={false} to={to} aria-label={label} title={label}>
      <EditIcon />
    </Link>
  );
}

function DeleteButton({
  title,
  onClick,
}: {
  readonly title: string;
  readonly onClick: () => void;
}): ReactNode {
  return (
    <IconButton label={`Delete ${title}`} danger onClick={onClick}>
      <TrashIcon />
    </IconButton>
  );
}
