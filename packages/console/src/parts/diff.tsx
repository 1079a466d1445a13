import { type DiffRow } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { written } from './plain-text.js';

/** So many rows are shown: what is longer is narrowed by its context, or saved. */
const ROWS_MAX = 5000;

/** Two texts side by side, line by line; equal parts are folded by the server. */
export function SideBySide(props: {
  readonly label: string;
  readonly rows: readonly DiffRow[];
}): ReactNode {
  const { label, rows } = props;
  if (rows.length === 0) return <p className="soft">Nothing differs.</p>;
  return (
    <div className="diff" tabIndex={0} role="region" aria-label={label}>
      {rows.slice(0, ROWS_MAX).map((row, place) => (
        <Row key={place} row={row} />
      ))}
      {rows.length > ROWS_MAX && (
        <p className="soft">{rows.length - ROWS_MAX} more rows are not shown.</p>
      )}
    </div>
  );
}

function Row({ row }: { readonly row: DiffRow }): ReactNode {
  const { kind, left, right, count } = row;
  if (kind === 'folded') return <p className="folded">{count} equal lines</p>;
  return (
    <div className={`diff-row ${kind}`}>
      <Side line={left} tone="removed" isEqual={kind === 'equal'} />
      <Side line={right} tone="added" isEqual={kind === 'equal'} />
    </div>
  );
}

function Side(props: {
  readonly line: DiffRow['left'];
  readonly tone: 'removed' | 'added';
  readonly isEqual: boolean;
}): ReactNode {
  const { line, tone, isEqual } = props;
  if (line === null) return <code className="absent" />;
  const sign = isEqual ? ' ' : tone === 'removed' ? '−' : '+';
  return (
    <code className={isEqual ? undefined : tone}>
      <span className="number">{line.number}</span>
      {sign} {written(line.text)}
    </code>
  );
}

/** A unified diff, its lines in the colours of what they do. */
export function Unified(props: { readonly label: string; readonly text: string }): ReactNode {
  const { label, text } = props;
  if (text === '') return <p className="soft">Nothing differs.</p>;
  return (
    <div className="diff" tabIndex={0} role="region" aria-label={label}>
      {written(text)
        .split('\n')
        .slice(0, ROWS_MAX)
        .map((line, place) => (
          <code key={place} className={toneOf(line)}>
            {line}
          </code>
        ))}
    </div>
  );
}

function toneOf(line: string): string | undefined {
  if (line.startsWith('+') && !line.startsWith('+++')) return 'added';
  return line.startsWith('-') && !line.startsWith('---') ? 'removed' : undefined;
}
