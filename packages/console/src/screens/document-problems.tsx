import { type ReactNode } from 'react';
import { type Column, List } from '../parts/list.js';
import { Section } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { type Reading } from '../use-read.js';

interface Finding {
  readonly pointer: string;
  readonly message: string;
}

/** What keeps a document from working, and what may not be meant. */
export interface Findings {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

type Row = Finding & { readonly kind: string };
const COLUMNS: readonly Column<Row>[] = [
  { title: 'Place', cell: ({ pointer }) => pointer },
  { title: 'Kind', cell: ({ kind }) => <Status of={kind} /> },
  { title: 'What is wrong', cell: ({ message }) => message, look: 'wide' },
];

/** The problems of a document, each with its place. */
export function Problems({ of }: { readonly of: Reading<Findings> }): ReactNode {
  return (
    <Section title="Problems">
      <Loaded of={of}>
        {({ errors, warnings }) => {
          const rows = [
            ...errors.map((finding) => ({ ...finding, kind: 'error' })),
            ...warnings.map((finding) => ({ ...finding, kind: 'warning' })),
          ];
          if (rows.length === 0) return <p className="soft">None were found.</p>;
          const idOf = ({ kind, pointer, message }: Row): string => kind + pointer + message;
          return <List label="Problems" rows={rows} columns={COLUMNS} idOf={idOf} empty={null} />;
        }}
      </Loaded>
    </Section>
  );
}
