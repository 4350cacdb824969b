// What a learner knows of one language: all constructs that its published examples have, each with its state.

import "./knowledge.css";
import { ApiError } from "@tabstop/contract/client";
import { type ReactNode, useState } from "react";
import { languageChoices, languageName } from "../../learning/language-name.ts";
import { usePageHead } from "../../shell/page-head.ts";
import { QueryProblem } from "../../shell/query-problem.tsx";
import { Link, navigate, useParams, useSearchParams } from "../../shell/router/router.tsx";
import { type SessionUser, useUser } from "../../shell/session/session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { usePatience } from "../../ui/waiting.tsx";
import { KeptNotice } from "../../shell/kept.tsx";
import { ReviewButton } from "../review-button.tsx";
import { Stock, totalOf } from "../stock.tsx";
import { ConstructTable } from "./construct-table.tsx";
import { FilterChoice } from "./filter-choice.tsx";
import { type KnowledgeQuery, useKnowledge } from "./knowledge-queries.ts";
import { chosen, countOf, emptySentence, readFilter } from "./knowledge-view.ts";

export function KnowledgeScreen(): ReactNode {
  const user = useUser();
  const { language = "" } = useParams();
  // Without a user, they are logging out.
  return user === null ? null : <KnowledgeOf key={user.id} user={user} language={language} />;
}

function KnowledgeOf({
  user,
  language,
}: {
  readonly user: SessionUser;
  /** As in the address. */
  readonly language: string;
}): ReactNode {
  const name = languageName(language);
  const title = `What you know of ${name}`;
  usePageHead({ title, indexed: false });
  const query = useKnowledge(user.id, language, "all", true);
  // While another language loads, the choice stays as it is.
  const [languages, setLanguages] = useState<readonly string[]>([]);
  const loaded = query.data?.answer.languages;
  if (loaded !== undefined && loaded !== languages) setLanguages(loaded);
  return (
    <main id="main" className="page knowledge" tabIndex={-1}>
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link to="/progress">Progress</Link>
        <span aria-hidden="true">/</span>
        <span>What you know</span>
      </nav>
      <div className="page-head knowledge-head">
        <h1 tabIndex={-1}>{title}</h1>
        <LanguageChoice language={language} languages={languages} />
        <ReviewButton userId={user.id} />
      </div>
      <KeptNotice query={query} text={problem} />
      <Content key={language} userId={user.id} language={language} query={query} />
    </main>
  );
}

function Content({
  userId,
  language,
  query,
}: {
  readonly userId: number;
  readonly language: string;
  readonly query: KnowledgeQuery;
}): ReactNode {
  const { data, error } = query;
  const all = data?.answer;
  const [search] = useSearchParams();
  const filter = readFilter(search.get("show"));
  // Of a language with more constructs than a response holds, those of the filter are asked for by themselves.
  const isCut = filter !== "all" && all?.more === true;
  const own = useKnowledge(userId, language, filter, isCut);
  const name = languageName(language);
  // The server refuses what cannot be the name of a language.
  const isNoLanguage = error instanceof ApiError && error.status === 400;
  if (all === undefined) {
    if (isNoLanguage) return <NoSyntax sentence={emptySentence("all", name)} />;
    return error === null ? <Placeholder isWhole /> : <QueryProblem query={query} text={problem} />;
  }
  const { counts } = all;
  if (totalOf(counts) === 0) return <NoSyntax sentence={emptySentence("all", name)} />;
  const shown = isCut ? own.data?.answer.constructs : chosen(all.constructs, filter);
  return (
    <>
      <Stock counts={counts} />
      <FilterChoice counts={counts} filter={filter} />
      {shown === undefined ? (
        own.error === null ? (
          <Placeholder />
        ) : (
          <QueryProblem query={own} text={problem} />
        )
      ) : shown.length === 0 ? (
        <p className="knowledge-none">{emptySentence(filter, name)}</p>
      ) : (
        <ConstructTable key={filter} constructs={shown} total={countOf(counts, filter)} language={name} />
      )}
    </>
  );
}

function LanguageChoice({
  language,
  languages,
}: {
  readonly language: string;
  readonly languages: readonly string[];
}): ReactNode {
  return (
    <select
      className="select select-sm"
      aria-label="Language"
      value={language}
      onChange={({ target }) => navigate(`/progress/${encodeURIComponent(target.value)}`)}
    >
      {languageChoices(languages, language).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function NoSyntax({ sentence }: { readonly sentence: string }): ReactNode {
  return (
    <div className="knowledge-none">
      <p>{sentence}</p>
      <Link className={buttonClass({})} to="/courses">
        Go to the courses
      </Link>
    </div>
  );
}

const placeholderRows = 8;

/** The shape of what comes. */
function Placeholder({ isWhole = false }: { readonly isWhole?: boolean }): ReactNode {
  const patient = usePatience();
  return (
    <output className="knowledge-loading">
      <span className="sr">Loading what you know...</span>
      {patient ? (
        <>
          {isWhole ? (
            <>
              <span className="skel is-stock" />
              <span className="skel is-filter" />
            </>
          ) : null}
          {Array.from({ length: placeholderRows }, (_, row) => (
            <span key={row} className="skel is-row" />
          ))}
        </>
      ) : null}
    </output>
  );
}

function problem(error: Error): string {
  return (error instanceof ApiError && error.message) || "What you know could not be loaded";
}
