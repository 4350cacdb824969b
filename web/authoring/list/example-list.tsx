import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "../../shell/router/router.tsx";
import { Button, buttonClass, IconButton } from "../../ui/button.tsx";
import { followSize } from "../../ui/follow-size.ts";
import { DownIcon, EditIcon, GripIcon, TrashIcon, UpIcon } from "../../ui/icons.tsx";
import { OutputBlock } from "../../ui/output-block.tsx";
import { outputHeading } from "../../ui/output-heading.ts";
import { withCode } from "../../ui/with-code.tsx";
import { CodeBlock } from "./code-block.tsx";
import type { ListedExample } from "../content-requests.ts";
import type { ExampleRow } from "../kinds.ts";
import type { Side, Step } from "./order.ts";
import { type SiblingDrag, useDrag } from "./use-drag.ts";

type Actions = {
  readonly move: (row: ExampleRow, step: Step, button: HTMLElement) => void;
  readonly drop: (row: ExampleRow, over: number, side: Side) => void;
  readonly remove: (row: ExampleRow) => void;
};

/** The examples of a chapter as cards, in their order. */
export function ExampleList({
  examples,
  ...actions
}: { readonly examples: readonly ListedExample[] } & Actions): ReactNode {
  const drag = useDrag({ gapPx: gap / 2 });
  return (
    <ol className="example-list" aria-label="Examples" {...drag.list}>
      {examples.map((example, place) => (
        <Card
          key={example.id}
          example={example}
          isFirst={place === 0}
          isLast={place === examples.length - 1}
          drag={drag}
          {...actions}
        />
      ))}
    </ol>
  );
}

// Long: one card with all its controls.
function Card({
  example,
  isFirst,
  isLast,
  drag,
  move,
  drop,
  remove,
}: {
  readonly example: ListedExample;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly drag: SiblingDrag;
} & Actions): ReactNode {
  const { id, title, description, order_index: order, chapter_id: chapterId } = example;
  const [card, height] = useHeight();
  const sibling = { siblings: `chapter ${chapterId}`, id };
  const handle = drag.handle(sibling, (over, side) => drop(example, over, side));
  return (
    // A card spans as many 1 px rows as it is high, so that two columns of cards have no gaps.
    <li style={{ gridRowEnd: `span ${height}` }}>
      <article className="panel" ref={card} aria-label={title} {...drag.item(sibling)}>
        <header className="example-head">
          {/* Only for pointers; the buttons beside it do the same for everyone. */}
          <span className="grip" title="Drag to move" aria-hidden="true" {...handle}>
            <GripIcon />
          </span>
          <span className="t3 num mono small order" title="Order Index">
            <span className="sr">Order Index </span>
            {order}
          </span>
          <div className="example-name">
            <h2>{title}</h2>
            {description === "" ? null : <p className="t3 small">{withCode(description)}</p>}
          </div>
          <div className="example-tools">
            <IconButton
              label={`Move ${title} up`}
              aria-disabled={isFirst ? true : undefined}
              onClick={(event) => move(example, -1, event.currentTarget)}
            >
              <UpIcon />
            </IconButton>
            <IconButton
              label={`Move ${title} down`}
              aria-disabled={isLast ? true : undefined}
              onClick={(event) => move(example, 1, event.currentTarget)}
            >
              <DownIcon />
            </IconButton>
            <Link
              className={buttonClass({ look: "quiet", size: "small" })}
              to={`/admin/chapters/${chapterId}/examples/${id}`}
              aria-label={`Edit ${title}`}
            >
              <EditIcon />
              Edit
            </Link>
            <Button
              look="danger-quiet"
              size="small"
              aria-label={`Delete ${title}`}
              onClick={() => remove(example)}
            >
              <TrashIcon />
              Delete
            </Button>
          </div>
        </header>
        <CodeBlock code={example.code_content} tokens={example.tokens} />
        <OutputBlock heading={outputHeading(example.language)} output={example.output} look="in-list" />
      </article>
    </li>
  );
}

const gap = 24;

/** The height of an element and the gap below it, in whole px; follows every resize. */
function useHeight() {
  const ref = useRef<HTMLElement>(null);
  const [height, setHeight] = useState(gap);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const follow = () => setHeight(Math.ceil(element.offsetHeight) + gap);
    follow();
    return followSize(element, follow);
  }, []);
  return [ref, height] as const;
}
