import { type ReactNode, useId } from "react";
import { Link } from "../shell/router.tsx";
import { IconButton } from "../ui/button.tsx";
import {
  ChevronRightIcon,
  DownIcon,
  EditIcon,
  PlusIcon,
  TrashIcon,
  UpIcon,
  UploadIcon,
} from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { counted, type Doomed } from "./deletion.ts";
import type { FileKind } from "./import-files.ts";
import type { Siblings, Step } from "./order.ts";
import type { RowDrag } from "./use-row-drag.ts";
import type { ChapterNode, CourseNode, LessonNode } from "./structure.ts";

export type ListActions = {
  readonly isOpen: (name: string) => boolean;
  readonly toggle: (name: string) => void;
  readonly move: (
    siblings: Siblings,
    row: { readonly id: number; readonly title: string },
    step: Step,
    button: HTMLElement,
  ) => void;
  readonly drag: RowDrag;
  readonly exportCourse: (course: CourseNode, kind: FileKind) => void;
  readonly remove: (doomed: Doomed) => void;
};

/** All courses with their lessons and chapters, each with what can be done to it. */
export function CourseList({
  courses,
  actions,
}: {
  readonly courses: readonly CourseNode[];
  readonly actions: ListActions;
}): ReactNode {
  return (
    <ul className="content" aria-label="Courses">
      {courses.map((course, place) => (
        <Course key={course.id} course={course} end={endOf(place, courses)} actions={actions} />
      ))}
    </ul>
  );
}

/** Whether a row is at an end of its siblings, where it can go no further. */
type End = { readonly isFirst: boolean; readonly isLast: boolean };

function endOf(place: number, rows: readonly unknown[]): End {
  return { isFirst: place === 0, isLast: place === rows.length - 1 };
}

const levels = ["beginner", "intermediate", "advanced"];

function Course({
  course,
  end,
  actions,
}: {
  readonly course: CourseNode;
  readonly end: End;
  readonly actions: ListActions;
}): ReactNode {
  const { id, title, difficulty_level: level, published, lessons, lesson_count: count } = course;
  const insideId = useId();
  const name = `course ${id}`;
  const isOpen = actions.isOpen(name);
  return (
    <li>
      <div className="content-row is-course" {...actions.drag({ kind: "course", parentId: null }, course)}>
        <Toggle title={title} controls={insideId} isOpen={isOpen} onClick={() => actions.toggle(name)} />
        <span className="name" title={title}>
          {title}
        </span>
        <span className="row t3 small about">
          <span className="level" data-n={levels.indexOf(level) + 1} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {capital(level)}
          {published ? null : <span className="tag">Draft</span>}
        </span>
        <Moves siblings={{ kind: "course", parentId: null }} row={course} end={end} actions={actions} />
        <span className="t3 small num count">{counted(count, "lesson")}</span>
        <span className="tools">
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
              <Lesson key={lesson.id} lesson={lesson} end={endOf(place, lessons)} actions={actions} />
            ))
          : null}
      </ul>
    </li>
  );
}

function Lesson({
  lesson,
  end,
  actions,
}: {
  readonly lesson: LessonNode;
  readonly end: End;
  readonly actions: ListActions;
}): ReactNode {
  const { id, title, course_id: courseId, chapters, chapter_count: count } = lesson;
  const insideId = useId();
  const name = `lesson ${id}`;
  const isOpen = actions.isOpen(name);
  return (
    <li>
      <div className="content-row" {...actions.drag({ kind: "lesson", parentId: courseId }, lesson)}>
        <Toggle title={title} controls={insideId} isOpen={isOpen} onClick={() => actions.toggle(name)} />
        <span className="name" title={title}>
          {title}
        </span>
        <Moves siblings={{ kind: "lesson", parentId: courseId }} row={lesson} end={end} actions={actions} />
        <span className="t3 small num count">{counted(count, "chapter")}</span>
        <span className="tools">
          <AddLink to={`/admin/lessons/${id}/chapters/new`} label={`Add chapter to ${title}`} />
          <EditLink to={`/admin/courses/${courseId}/lessons/${id}`} title={title} />
          <DeleteButton title={title} onClick={() => actions.remove({ kind: "lesson", row: lesson })} />
        </span>
      </div>
      <ul id={insideId} className="inside" aria-label={`Chapters of ${title}`} hidden={!isOpen}>
        {isOpen && chapters.length === 0 ? <li className="t3 small none">No chapters found</li> : null}
        {isOpen
          ? chapters.map((chapter, place) => (
              <Chapter key={chapter.id} chapter={chapter} end={endOf(place, chapters)} actions={actions} />
            ))
          : null}
      </ul>
    </li>
  );
}

function Chapter({
  chapter,
  end,
  actions,
}: {
  readonly chapter: ChapterNode;
  readonly end: End;
  readonly actions: ListActions;
}): ReactNode {
  const { id, title, lesson_id: lessonId, example_count: count } = chapter;
  return (
    <li>
      <div
        className="content-row is-chapter"
        {...actions.drag({ kind: "chapter", parentId: lessonId }, chapter)}
      >
        <Link className="name" draggable={false} to={`/admin/chapters/${id}/examples`} title={title}>
          {title}
        </Link>
        <Moves siblings={{ kind: "chapter", parentId: lessonId }} row={chapter} end={end} actions={actions} />
        <span className="t3 small num count">{counted(count, "example")}</span>
        <span className="tools">
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

/** At an end the button stays and keeps the focus: a disabled one would lose it. */
function Moves({
  siblings,
  row,
  end,
  actions,
}: {
  readonly siblings: Siblings;
  readonly row: { readonly id: number; readonly title: string };
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

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
