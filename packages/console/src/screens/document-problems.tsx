import { type ReactNode } from 'react';
import { type Column, List } from '../parts/list.js';
import { Section } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { type Reading } from '../use-read.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/documents.js';

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
  { title: common.place, cell: ({ pointer }) => pointer },
  { title: common.kind, cell: ({ kind }) => <Status of={kind} /> },
  { title: texts.whatIsWrong, cell: ({ message }) => message, look: 'wide' },
];

/** The problems of a document, each with its place. */
export function Problems({ of }: { readonly of: Reading<Findings> }): ReactNode {
  return (
    <Section title={texts.problems}>
      <Loaded of={of}>
        {({ errors, warnings }) => {
          const rows = [
            ...errors.map((finding) => ({ ...finding, kind: 'error' })),
            ...warnings.map((finding) => ({ ...finding, kind: 'warning' })),
          ];
          if (rows.length === 0) return <p className="soft">{texts.noneWereFound}</p>;
          const idOf = ({ kind, pointer, message }: Row): string => kind + pointer + message;
          return (
            <List label={texts.problems} rows={rows} columns={COLUMNS} idOf={idOf} empty={null} />
          );
        }}
      </Loaded>
    </Section>
  );
}
