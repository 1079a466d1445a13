import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { written } from './plain-text.js';

/** So much of a text is shown; all of it can be saved. */
const SHOWN_CHARS = 256 * 1024;
const SEARCH_FROM_LINES = 12;

/** A value as text: texts as they are, all else as JSON; JSON in a text is laid out as well. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  return /^\s*[[{]/.test(value) ? laidOut(value) : value;
}

/** JSON as people read it: what devices answer stands in it line by line. */
function readable(json: string): string {
  return json.replace(/\\(\\|r\\n|n|t)/g, (whole, mark: string) => {
    if (mark === '\\') return whole;
    return mark === 't' ? '\t' : '\n';
  });
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The lines with this in them, with their numbers; all of them for nothing. */
function matching(text: string, wanted: string): readonly (readonly [number, string])[] {
  const word = wanted.toLowerCase();
  return text
    .split('\n')
    .map((line, place) => [place + 1, line] as const)
    .filter(([, line]) => line.toLowerCase().includes(word));
}

/** A value that may be long: its beginning, the lines that hold a word, and a file of all of it. */
export function Value(props: { readonly label: string; readonly value: unknown }): ReactNode {
  const { label, value } = props;
  const [wanted, setWanted] = useState('');
  const word = useDeferredValue(wanted);
  const text = useMemo(() => textOf(value), [value]);
  const shown = useMemo(() => {
    const begin = text.slice(0, SHOWN_CHARS);
    return written(typeof value === 'string' ? begin : readable(begin));
  }, [text, value]);
  const lineCount = useMemo(() => shown.split('\n').length, [shown]);
  if (text === '' || text === '{}') return null;
  return (
    <div className="value">
      <div className="value-head">
        <h3>{label}</h3>
        {lineCount > SEARCH_FROM_LINES && (
          <input
            type="search"
            aria-label={`Lines of ${label} with`}
            placeholder="Lines with …"
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
        )}
        <button type="button" className="link" onClick={() => save(`${label}.txt`, text)}>
          Save
        </button>
      </div>
      <pre tabIndex={0} role="region" aria-label={label}>
        {word === '' ? shown : <Lines of={matching(shown, word)} />}
      </pre>
      {text.length > SHOWN_CHARS && (
        <p className="soft">
          These are the first {SHOWN_CHARS / 1024} KB of {Math.ceil(text.length / 1024)} KB.
        </p>
      )}
    </div>
  );
}

function Lines({ of }: { readonly of: readonly (readonly [number, string])[] }): ReactNode {
  if (of.length === 0) return 'No line holds this';
  return of.map(([number, line]) => (
    <span key={number} className="line">
      <span className="soft">{number}</span> {line}
      {'\n'}
    </span>
  ));
}

/** Gives the text to the browser as a file. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
