import {
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import { saveFile } from './save-file.js';
import { ShowMore } from './show-more.js';
import { matchingLines } from './matching-lines.js';
import { written } from './plain-text.js';
import * as texts from '../texts/parts.js';

/** So much of a text is drawn at a time, more as somebody comes to its end; all of it can be saved. */
const SHOWN_STEP = 32 * 1024;
/** What is longer is searched so far: a browser that searches more stands still meanwhile. */
const SEARCHED_CHARS = 4 * 1024 * 1024;
const LINES_MAX = 500;
const LINE_CHARS = 2000;
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

/** A value that may be long: its beginning, the lines that hold a word, and a file of all of it. */
export function Value(props: { readonly label: string; readonly value: unknown }): ReactNode {
  const { label, value } = props;
  const text = useMemo(() => textOf(value), [value]);
  if (text === '' || text === '{}') return null;
  return <ValueText label={label} text={text} isJson={typeof value !== 'string'} />;
}

/** What of a text is still on the platform. */
export interface TextRest {
  /** So many bytes, about. */
  readonly bytes: number;
  readonly onMore: () => void;
  /** Address of the whole text. */
  readonly href: string;
}

interface TextProps {
  readonly text: string;
  /** Whether texts of devices stand in it as JSON writes them. */
  readonly isJson: boolean;
  readonly rest?: TextRest | undefined;
}

/** A text that may be long, or is the beginning of one. */
export function ValueText(props: TextProps & { readonly label: string }): ReactNode {
  const { label, text, rest } = props;
  const [wanted, setWanted] = useState('');
  const word = useDeferredValue(wanted);
  return (
    <div className="value">
      <div className="value-head">
        <h3>{label}</h3>
        {isSearched(text) && (
          <input
            type="search"
            aria-label={texts.linesOfWith(label)}
            placeholder={texts.linesWith}
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
        )}
        {rest ? (
          <a href={rest.href} download={`${label}.txt`}>
            {texts.download}
            <span className="unseen"> {label}</span>
          </a>
        ) : (
          <button type="button" className="link" onClick={() => saveFile(`${label}.txt`, text)}>
            {texts.save}
          </button>
        )}
      </div>
      <pre tabIndex={0} role="region" aria-label={label}>
        {word === '' ? <Beginning {...props} /> : <Lines {...props} word={word} />}
      </pre>
    </div>
  );
}

/** As much of a text as somebody has come to. */
function Beginning({ text, isJson, rest }: TextProps): ReactNode {
  const [count, setCount] = useState(SHOWN_STEP);
  const shown = useMemo(() => shownText(text.slice(0, count), isJson), [text, count, isJson]);
  return (
    <>
      {shown}
      {text.length > count ? (
        <ShowMore
          left={kilobytes(text.length - count + (rest?.bytes ?? 0))}
          onMore={() => setCount(count + SHOWN_STEP)}
        />
      ) : (
        rest && rest.bytes > 0 && <ShowMore left={kilobytes(rest.bytes)} onMore={rest.onMore} />
      )}
    </>
  );
}

function Lines(props: TextProps & { readonly word: string }): ReactNode {
  const { text, isJson, rest, word } = props;
  const whole = useMemo(() => shownText(text.slice(0, SEARCHED_CHARS), isJson), [text, isJson]);
  const lines = useMemo(() => matchingLines(whole, word, LINES_MAX), [whole, word]);
  // What is looked for may stand further down than anybody has read.
  const isMoreWanted = rest !== undefined && rest.bytes > 0 && text.length < SEARCHED_CHARS;
  const more = useEffectEvent(() => rest?.onMore());
  useEffect(() => {
    if (isMoreWanted) more();
  }, [isMoreWanted, text.length]);
  const isCut = text.length + (rest?.bytes ?? 0) > SEARCHED_CHARS;
  const searched = Math.min(text.length, SEARCHED_CHARS);
  return (
    <>
      {lines.length === 0 && !isMoreWanted && texts.noLineHoldsThis}
      {isMoreWanted && texts.searching}
      {lines.map(([number, line]) => (
        <span key={number} className="line">
          <span className="soft">{number}</span> {line.slice(0, LINE_CHARS)}
          {'\n'}
        </span>
      ))}
      {lines.length === LINES_MAX && texts.firstLinesShown(LINES_MAX)}
      {isCut && texts.firstPartSearched(kilobytes(searched))}
    </>
  );
}

function shownText(part: string, isJson: boolean): string {
  return written(isJson ? readable(part) : part);
}

const kilobytes = (chars: number): string =>
  texts.kilobytes(Math.ceil(chars / 1024).toLocaleString('en'));

/** Short texts are seen at a glance; JSON has its lines in one. */
function isSearched(text: string): boolean {
  return text.length > SHOWN_STEP || text.split(/\n|\\n/).length > SEARCH_FROM_LINES;
}
