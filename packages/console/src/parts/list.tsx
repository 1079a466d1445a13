import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import { useHotkeys } from './keys.js';
import { written } from './plain-text.js';
import { State } from './state.js';
import * as texts from '../texts/parts.js';

/** A column of a list. The first one holds the link to the object. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** `wide` takes what room there is, `end` stands at the right: numbers. */
  readonly look?: 'wide' | 'end';
}

/** Rows that are ticked, to do the same with all of them. */
export interface Ticked {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
}

interface ListProps<Row> {
  /** What is listed, for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  /** Where a row leads; undefined for nowhere. */
  readonly linkOf?: (row: Row) => string | undefined;
  /** What is said when there is nothing. */
  readonly empty: ReactNode;
  readonly ticked?: Ticked;
  /** How many there are altogether, and how to see the others. */
  readonly foot?: ReactNode;
}

/** The one list of the console: a table on wide screens, cards on a phone; `j` and `k` walk over its rows. */
export function List<Row>(props: ListProps<Row>): ReactNode {
  const { label, rows, columns, empty, ticked, foot } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  useHotkeys([
    { keys: 'j', what: texts.nextRow, act: () => walk(body.current, 1) },
    { keys: 'k', what: texts.rowBefore, act: () => walk(body.current, -1) },
  ]);
  if (rows.length === 0)
    return (
      <State kind="empty" title={texts.noneOf(label.toLowerCase())}>
        {empty}
      </State>
    );
  return (
    <>
      <div className="table-box" tabIndex={0} role="region" aria-label={label}>
        <table>
          <thead>
            <tr>
              {ticked && (
                <th scope="col">
                  <span className="unseen">{texts.ticked}</span>
                </th>
              )}
              {columns.map(({ title, look }) => (
                <th key={title} scope="col" className={look}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row) => (
              <Row_ key={props.idOf(row)} row={row} list={props} />
            ))}
          </tbody>
        </table>
      </div>
      {foot !== undefined && <div className="list-foot">{foot}</div>}
    </>
  );
}

function Row_<Row>(props: { readonly row: Row; readonly list: ListProps<Row> }): ReactNode {
  const { row, list } = props;
  const { columns, idOf, linkOf, ticked } = list;
  const id = idOf(row);
  const link = linkOf?.(row);
  return (
    <tr>
      {ticked && (
        <td className="tick">
          <input
            type="checkbox"
            aria-label={texts.tickRow(id)}
            checked={ticked.ids.has(id)}
            onChange={() => ticked.onChange(toggled(ticked.ids, id))}
          />
        </td>
      )}
      {columns.map(({ title, cell, look }, place) => (
        <td key={title} className={look} data-title={title}>
          {place === 0 && link !== undefined ? (
            <Link href={link}>{asWritten(cell(row))}</Link>
          ) : (
            asWritten(cell(row))
          )}
        </td>
      ))}
    </tr>
  );
}

function asWritten(content: ReactNode): ReactNode {
  return typeof content === 'string' ? written(content) : content;
}

/** The set with the member put in or taken out. */
export function toggled<T>(set: ReadonlySet<T>, member: T): ReadonlySet<T> {
  return set.has(member)
    ? new Set([...set].filter((one) => one !== member))
    : new Set([...set, member]);
}

/** Puts the focus on the link of the next row or of the one before. */
function walk(body: HTMLElement | null, step: 1 | -1): void {
  const links = [...(body?.querySelectorAll<HTMLElement>('tr') ?? [])].flatMap(
    (row) => row.querySelector<HTMLElement>('a, button') ?? [],
  );
  const at = links.findIndex((link) => link === document.activeElement);
  links[at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step]?.focus();
}
