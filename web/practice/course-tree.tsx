// The tree of courses and lessons beside the stage, with the field that filters it.

import { difficulties } from "@tabstop/contract/vocabulary";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation, useSearchParams } from "../shell/router/router.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { CheckIcon, ChevronRightIcon, CloseIcon, SearchIcon } from "../ui/icons.tsx";
import { Skeleton } from "../ui/waiting.tsx";
import { capital } from "../ui/words.ts";
import { AboutText } from "./lesson/about-text.tsx";
import { type CourseSummary, filterCourses, type LessonSummary } from "./flow.ts";
import { problemText } from "../shell/data/problem-text.ts";
import { QueryProblem, type ShownQuery } from "../shell/query-problem.tsx";
import { addressOf } from "./place-address.ts";
import { useCourses, useLessonsOf } from "./queries.ts";

/** The filter is the address's `?search=`. */
export function CourseTree({
  userId,
  lessonId,
  courseId,
  onChosen,
}: {
  readonly userId: number;
  /** The open lesson, and its course. */
  readonly lessonId: number | null;
  readonly courseId: number | null;
  readonly onChosen: () => void;
}): ReactNode {
  const [query, setQuery] = useSearchParams();
  const search = query.get("search") ?? "";
  const { courses, lessons, shown, isSearching, isStillLoading, isOpen, setByHand } = useTree(
    userId,
    courseId,
    search,
  );
  const note = treeNote(courses, shown.length > 0 || isStillLoading);
  return (
    <>
      <Filter
        search={search}
        onSearch={(written) =>
          setQuery((next) => {
            if (written === "") next.delete("search");
            else next.set("search", written);
          })
        }
      />
      <div className="tree">
        <CoursesProblem courses={courses} />
        {note ??
          shown.map((course) => (
            <CourseBranch
              key={course.id}
              course={course}
              isOpen={isOpen(course.id)}
              about={isSearching ? "" : course.description}
              onToggle={(open) => {
                if (!isSearching && open !== isOpen(course.id))
                  setByHand((before) => new Map(before).set(course.id, open));
              }}
            >
              <Lessons
                lessons={course.lessons}
                // Beside older courses their older lessons need no second word.
                query={courses.error !== null && course.lessons !== null ? undefined : lessons.get(course.id)}
                onReload={() => void courses.refetch()}
                lessonId={lessonId}
                search={search}
                onChosen={onChosen}
              />
            </CourseBranch>
          ))}
      </div>
    </>
  );
}

/** The courses and lessons that the search leaves, and which courses are open. */
function useTree(userId: number, courseId: number | null, search: string) {
  const courses = useCourses(userId);
  // The courses that the learner opened or closed. Of the others, only that of the open lesson is open.
  const [byHand, setByHand] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isSearching = search.trim() !== "";
  const isOpen = (id: number) => isSearching || (byHand.get(id) ?? id === courseId);
  const all = courses.data ?? [];
  const lessons = useLessonsOf(userId, all.map((course) => course.id).filter(isOpen));

  const shown = filterCourses(
    all.map((course) => ({ ...course, lessons: lessons.get(course.id)?.data?.lessons ?? null })),
    search,
  );
  const isStillLoading = isSearching && [...lessons.values()].some((course) => course.isPending);
  return { courses, lessons, shown, isSearching, isStillLoading, isOpen, setByHand };
}

/** What is shown in place of the tree; null when the tree itself is shown. */
function treeNote(courses: ReturnType<typeof useCourses>, hasFound: boolean): ReactNode {
  if (courses.isPending)
    return (
      <div className="tree-note">
        <Skeleton widths={[70, 90, 80, 60, 75]} />
      </div>
    );
  // Its error is above the tree.
  if (courses.data === undefined) return "";
  if (courses.data.length === 0) return <p className="tree-note t2">No course data available</p>;
  return hasFound ? null : (
    <p className="tree-note t2" role="status">
      No lessons found
    </p>
  );
}

function CoursesProblem({ courses }: { readonly courses: ReturnType<typeof useCourses> }): ReactNode {
  return courses.error === null ? null : (
    <div className="tree-note">
      <QueryProblem isMild query={courses} text={() => "Error loading courses"} />
    </div>
  );
}

function LessonsProblem({
  query,
  onReload,
}: {
  readonly query: ShownQuery;
  readonly onReload: () => void;
}): ReactNode {
  return (
    <div className="tree-note">
      <QueryProblem
        isMild
        query={query}
        text={(error) => problemText(error)}
        wayOn={
          <Button size="small" onClick={onReload}>
            Reload courses
          </Button>
        }
      />
    </div>
  );
}

function CourseBranch({
  course,
  isOpen,
  about,
  onToggle,
  children,
}: {
  readonly course: CourseSummary;
  readonly isOpen: boolean;
  /** Empty during a search, which opens every course and is about titles. */
  readonly about: string;
  readonly onToggle: (open: boolean) => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <details open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <CourseHead course={course} />
      {isOpen ? (
        <>
          <AboutText className="tree-about" texts={[about]} />
          {children}
        </>
      ) : null}
    </details>
  );
}

/** The address follows the field a little later, so a field that showed the address would lose letters. */
function Filter({
  search,
  onSearch,
}: {
  readonly search: string;
  readonly onSearch: (written: string) => void;
}): ReactNode {
  const { arrivedBy } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const [written, setWritten] = useState(search);
  useEffect(() => {
    if (arrivedBy === "browser" || document.activeElement !== field.current) setWritten(search);
  }, [search, arrivedBy]);
  return (
    <div className="filter">
      <SearchIcon />
      <input
        className="input"
        type="search"
        aria-label="Filter courses and lessons"
        placeholder="Filter courses and lessons"
        ref={field}
        value={written}
        onChange={(event) => {
          setWritten(event.target.value);
          onSearch(event.target.value);
        }}
      />
      {written === "" ? null : (
        <IconButton
          label="Clear the filter"
          onClick={() => {
            setWritten("");
            onSearch("");
            field.current?.focus();
          }}
        >
          <CloseIcon size={12} />
        </IconButton>
      )}
    </div>
  );
}

function CourseHead({ course }: { readonly course: CourseSummary }): ReactNode {
  const { completed_examples: completed, total_examples: total, difficulty_level: level } = course;
  const isFull = total > 0 && completed === total;
  return (
    <summary>
      <ChevronRightIcon />
      <b title={course.title}>{course.title}</b>
      <span className="num small t2">
        <span aria-hidden="true">{`${completed}/${total}`}</span>
        <span className="sr">{`${completed} of ${total} examples completed`}</span>
      </span>
      <span className="meta">
        <span className="level" data-n={difficulties.indexOf(level) + 1} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        {capital(level)}
        <span className={isFull ? "bar full" : "bar"} style={percentOf(completed, total)} aria-hidden="true">
          <i />
        </span>
      </span>
    </summary>
  );
}

function Lessons({
  lessons,
  query,
  onReload,
  lessonId,
  search,
  onChosen,
}: {
  readonly lessons: readonly LessonSummary[] | null;
  /** The query of the course; undefined until it is observed. */
  readonly query: ShownQuery | undefined;
  /** Loads the list of courses again. */
  readonly onReload: () => void;
  readonly lessonId: number | null;
  readonly search: string;
  readonly onChosen: () => void;
}): ReactNode {
  const problem = query?.error ? <LessonsProblem query={query} onReload={onReload} /> : null;
  if (lessons === null)
    return (
      problem ?? (
        <div className="tree-note">
          <Skeleton widths={[80, 60, 70]} />
        </div>
      )
    );
  return (
    <>
      {problem}
      {lessons.length === 0 ? <p className="tree-note t2">No lessons found</p> : null}
      <ul className="lessons">
        {lessons.map((lesson) => (
          <li key={lesson.id}>
            <Link
              className="lesson"
              to={addressOf({ lessonId: lesson.id, search })}
              aria-current={lesson.id === lessonId ? "true" : undefined}
              // Screen readers say it after the name.
              title={lesson.description === "" ? undefined : lesson.description}
              onClick={onChosen}
            >
              <LessonMark lesson={lesson} />
              <span>{lesson.title}</span>
              {lesson.description === "" ? null : (
                <span className="lesson-text" aria-hidden="true">
                  {lesson.description}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function LessonMark({ lesson }: { readonly lesson: LessonSummary }): ReactNode {
  const { completed_examples: completed, total_examples: total } = lesson;
  if (total > 0 && completed >= total)
    return (
      <span className="mark done">
        <CheckIcon size={11} />
        <span className="sr">Completed</span>
      </span>
    );
  if (completed === 0) return <span className="mark" />;
  const count = `${completed} of ${total}`;
  return (
    <span className="mark part" title={count} style={percentOf(completed, total)}>
      <span className="sr">{count}</span>
    </span>
  );
}

/** A part that is begun is at least 1 %. */
function percentOf(part: number, whole: number): React.CSSProperties {
  const percent = whole === 0 || part === 0 ? 0 : Math.max(1, Math.floor((100 * part) / whole));
  return { "--p": percent } as React.CSSProperties;
}
