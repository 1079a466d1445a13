import { type ReactNode } from 'react';
import { Link } from 'wouter';
import { type Column, List } from '../parts/list.js';
import { Section } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { type Reading } from '../use-read.js';
import * as common from '../texts/common.js';

interface HomeListProps<Answer, Row> {
  readonly title: string;
  /** Where all of them are. */
  readonly all?: { readonly href: string; readonly label: string };
  readonly of: Reading<Answer>;
  readonly rowsOf: (answer: Answer) => readonly Row[];
  /** How many there are altogether, where the answer says so. */
  readonly totalOf?: (answer: Answer) => number;
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  readonly linkOf: (row: Row) => string | undefined;
  /** What is said when there is nothing. */
  readonly empty: string;
}

/** A few rows of the home screen under a title, and the way to the others. */
export function HomeList<Answer, Row>(props: HomeListProps<Answer, Row>): ReactNode {
  const { title, all, of, rowsOf, totalOf, columns, idOf, linkOf, empty } = props;
  return (
    <Section title={title} aside={all && <Link href={all.href}>{all.label}</Link>}>
      <Loaded of={of}>
        {(answer) => {
          const rows = rowsOf(answer);
          const more = (totalOf?.(answer) ?? 0) - rows.length;
          return (
            <List
              {...{ rows, columns, idOf, linkOf }}
              label={title}
              empty={<p>{empty}</p>}
              foot={more > 0 && common.more(more)}
            />
          );
        }}
      </Loaded>
    </Section>
  );
}
