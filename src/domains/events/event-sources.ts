import { invalidInput } from '../../kernel/app-error.js';
import { foldText } from '../../kernel/folded-text.js';
import { APPLICATIONS } from '../../kernel/principal.js';

/** Longest name of a source or a topic, in characters. */
export const EVENT_NAME_MAX = 128;
/** Names as people write them: no blanks at the ends, nothing that cannot be seen, one line. */
export const EVENT_NAME = /^(?! )[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+(?<! )$/u;

const OWN = new Set([...APPLICATIONS, 'Platform'].map(foldText));

/** What an event is called. */
export interface EventName {
  readonly source: string;
  readonly topic: string;
}

/**
 * Whatever an event of one of the platform's sources says, the platform must have said. What cannot be
 * published cannot be declared either.
 * @throws AppError `invalid-input`
 */
export function assertForeignEvent({ source, topic }: EventName): void {
  const faults = Object.entries({ source, topic })
    .filter(([, name]) => name.length > EVENT_NAME_MAX || !EVENT_NAME.test(name))
    .map(([key]) => ({ pointer: `#/${key}`, detail: 'is no name of an event' }));
  if (faults.length > 0) throw invalidInput(faults);
  if (!OWN.has(foldText(source.trim()))) return;
  throw invalidInput([{ pointer: '#/source', detail: 'is a source of the platform itself' }]);
}
