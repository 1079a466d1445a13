import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useHotkeys } from './keys.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/parts.js';

const TYPING_MS = 300;

/** What the address says a list is narrowed to. A change of it begins at the first page. */
export interface Narrowed {
  readonly get: (name: string) => string | undefined;
  readonly all: (name: string) => readonly string[];
  readonly set: (name: string, values: readonly string[]) => void;
}

/** Filters lie in the address, so that a list can be kept, sent and come back to. */
export function useNarrowed(): Narrowed {
  const [params, setParams] = useSearchParams();
  return {
    get: (name) => params.get(name) ?? undefined,
    all: (name) => params.getAll(name),
    set(name, values) {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (name !== 'cursor' && name !== 'skip')
            ['cursor', 'skip'].forEach((key) => next.delete(key));
          next.delete(name);
          values.filter((value) => value !== '').forEach((value) => next.append(name, value));
          return next;
        },
        // Pages of a list are steps to go back by; words that are being typed are not.
        { replace: name !== 'cursor' && name !== 'skip' },
      );
    },
  };
}

/** A field that narrows the list a moment after somebody has typed. */
export function TextFilter(props: {
  readonly name: string;
  readonly label: string;
  readonly isFirst?: boolean;
  readonly by: Narrowed;
}): ReactNode {
  const { name, label, isFirst = false, by } = props;
  const field = useRef<HTMLInputElement>(null);
  const given = by.get(name) ?? '';
  const [typed, setTyped] = useState(given);
  useEffect(() => setTyped(given), [given]);
  useEffect(() => {
    if (typed === given) return;
    const timer = setTimeout(() => by.set(name, [typed.trim()]), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, given, name, by]);
  useHotkeys(isFirst ? [{ keys: '/', what: label, act: () => field.current?.focus() }] : []);
  return (
    <label className="filter">
      <span>{label}</span>
      <input
        ref={field}
        type="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </label>
  );
}

/** Choices of which any number holds. */
export function ChoiceFilter(props: {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly string[];
  readonly by: Narrowed;
}): ReactNode {
  const { name, label, choices, by } = props;
  const chosen = by.all(name);
  return (
    <fieldset className="filter chips">
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice}>
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            onChange={({ target }) =>
              by.set(
                name,
                target.checked ? [...chosen, choice] : chosen.filter((one) => one !== choice),
              )
            }
          />
          {choice}
        </label>
      ))}
    </fieldset>
  );
}

/** How many there are, and the pages on both sides of this one. */
export function Pages(props: {
  readonly skip: number;
  readonly shown: number;
  readonly total: number;
  readonly limit: number;
  readonly by: Narrowed;
}): ReactNode {
  const { skip, shown, total, limit, by } = props;
  const counted = total.toLocaleString('en');
  return (
    <>
      <span>{texts.rangeOf(skip + 1, skip + shown, counted)}</span>
      {skip > 0 && (
        <button
          type="button"
          onClick={() => by.set('skip', [skip > limit ? String(skip - limit) : ''])}
        >
          {texts.previous}
        </button>
      )}
      {skip + shown < total && (
        <button type="button" onClick={() => by.set('skip', [String(skip + limit)])}>
          {common.next}
        </button>
      )}
    </>
  );
}
