import { type ReactNode, useState } from 'react';
import { type RowProps } from './form-fields.js';
import { written } from './plain-text.js';
import * as texts from '../texts/parts.js';

/** More than these are looked through by a word. */
const SEARCHED_FROM = 12;

/** Any number of choices, to tick. */
export function Choices({ field, text, fault, onType }: RowProps): ReactNode {
  const { label, help, choices = [] } = field;
  const [wanted, setWanted] = useState('');
  const ticked: readonly unknown[] = text === '' ? [] : (JSON.parse(text) as unknown[]);
  const named = choices.map((choice) => [choice, field.labels?.[choice] ?? choice] as const);
  const shown = named.filter(([, name]) => name.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <fieldset className="field choices">
      <legend>{label}</legend>
      {help !== undefined && <p className="soft">{help}</p>}
      {choices.length > SEARCHED_FROM && (
        <div className="choices-head">
          <input
            type="search"
            aria-label={texts.withThisInNames(label)}
            placeholder={texts.toChooseFrom(choices.length)}
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
            // It looks for a choice: it sends nothing.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <span className="soft">{texts.tickedCount(ticked.length)}</span>
        </div>
      )}
      <div className="choices-list">
        {shown.map(([choice, name]) => (
          <label key={choice}>
            <input
              type="checkbox"
              disabled={field.unable?.has(choice)}
              checked={ticked.includes(choice)}
              onChange={({ target }) =>
                onType(
                  JSON.stringify(
                    target.checked ? [...ticked, choice] : ticked.filter((one) => one !== choice),
                  ),
                )
              }
            />
            {written(name)}
          </label>
        ))}
        {shown.length === 0 && <p className="soft">{texts.thereAreNone}</p>}
      </div>
      {fault !== undefined && <p className="bad-text">{fault}</p>}
    </fieldset>
  );
}
