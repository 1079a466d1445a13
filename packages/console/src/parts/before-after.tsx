import { type ReactNode } from 'react';
import { List } from './list.js';
import { written } from './plain-text.js';
import * as texts from '../texts/parts.js';

/** So much is drawn of one side, and so many places: nobody reads more of it in a table. */
const SIDE_CHARS = 8192;
const SHOWN_MAX = 200;

/** A place where two states of something differ: undefined on the side that has none. */
export interface Difference {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Members = Readonly<Record<string, unknown>> | null;

/** The members of two objects that differ, and how many are equal. */
export function differencesOf(
  before: Members,
  after: Members,
): { readonly different: readonly Difference[]; readonly equal: number } {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const different = names
    .map((name) => ({ name, before: before?.[name], after: after?.[name] }))
    .filter((one) => textOf(one.before) !== textOf(one.after));
  return { different, equal: names.length - different.length };
}

/** What differs, place by place: what was on the left, what is on the right. */
export function BeforeAfter(props: {
  readonly label: string;
  readonly different: readonly Difference[];
  readonly place: string;
}): ReactNode {
  const { label, different, place } = props;
  const count = different.length.toLocaleString('en');
  return (
    <List
      label={label}
      rows={different.slice(0, SHOWN_MAX)}
      idOf={({ name }) => name}
      columns={[
        { title: place, cell: ({ name }) => name },
        { title: texts.before, cell: ({ before }) => <Side value={before} tone="removed" /> },
        { title: texts.after, cell: ({ after }) => <Side value={after} tone="added" /> },
      ]}
      empty={null}
      foot={different.length > SHOWN_MAX && <span>{texts.firstOf(SHOWN_MAX, count)}</span>}
    />
  );
}

function Side({ value, tone }: { readonly value: unknown; readonly tone: string }): ReactNode {
  const text = textOf(value);
  if (text === '') return null;
  const end = text.length > SIDE_CHARS ? ' …' : '';
  return <code className={`side ${tone}`}>{written(text.slice(0, SIDE_CHARS)) + end}</code>;
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
