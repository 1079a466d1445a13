import { type DiffRow } from '../../../client/src/client.js';
import { type ReactNode, useMemo, useState } from 'react';
import { ShowMore } from './show-more.js';
import { written } from './plain-text.js';
import * as texts from '../texts/parts.js';

/** So many rows are drawn at a time: more as somebody comes to their end. */
const ROWS_STEP = 300;

/** Two texts side by side, line by line; equal parts are folded by the server. */
export function SideBySide(props: {
  readonly label: string;
  readonly rows: readonly DiffRow[];
}): ReactNode {
  return (
    <Difference
      label={props.label}
      rows={props.rows}
      draw={(row, at) => <Row key={at} row={row} />}
    />
  );
}

function Difference<T>(props: {
  readonly label: string;
  readonly rows: readonly T[];
  readonly draw: (row: T, at: number) => ReactNode;
}): ReactNode {
  const { label, rows, draw } = props;
  const [count, setCount] = useState(ROWS_STEP);
  if (rows.length === 0) return <p className="soft">{texts.nothingDiffers}</p>;
  return (
    <div className="diff" tabIndex={0} role="region" aria-label={label}>
      {rows.slice(0, count).map(draw)}
      {rows.length > count && (
        <ShowMore
          left={texts.rows((rows.length - count).toLocaleString('en'))}
          onMore={() => setCount(count + ROWS_STEP)}
        />
      )}
    </div>
  );
}

function Row({ row }: { readonly row: DiffRow }): ReactNode {
  const { kind, left, right, count } = row;
  if (kind === 'folded') return <p className="folded">{texts.equalLines(count ?? 0)}</p>;
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
  const lines = useMemo(() => (text === '' ? [] : written(text).split('\n')), [text]);
  return (
    <Difference
      label={label}
      rows={lines}
      draw={(line, at) => (
        <code key={at} className={toneOf(line)}>
          {line}
        </code>
      )}
    />
  );
}

function toneOf(line: string): string | undefined {
  if (line.startsWith('+') && !line.startsWith('+++')) return 'added';
  return line.startsWith('-') && !line.startsWith('---') ? 'removed' : undefined;
}
