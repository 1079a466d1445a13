import { type EventDeclaration } from './event-declaration.js';

/** What every event of a plain change carries: which object, and who did it. Never the document. */
export const CHANGED_OBJECT = {
  id: { type: 'text', note: 'Id of the object' },
  name: {
    type: 'text',
    nullable: true,
    note: 'Its name, after a renaming the new one; null where not everybody may see the object',
  },
  by: { type: 'text', nullable: true, note: 'Name of the account that did it; null for commands' },
} as const;

/** An event of a plain change. */
export interface ChangeDeclaration extends EventDeclaration {
  readonly payload: typeof CHANGED_OBJECT;
}

type Verb = 'Created' | 'Updated' | 'Deleted';

/**
 * The three events of an object that can be made, changed and deleted: `groupCreated` …
 * @param name how topics begin; `noun` is what descriptions call one of them.
 */
export function plainChanges<const N extends string>(
  source: string,
  name: N,
  noun: string,
): Readonly<Record<`${N}${Verb}`, ChangeDeclaration>> {
  const row = (verb: Verb, word: string): [string, ChangeDeclaration] => {
    const topic = `${name}${verb}`;
    return [topic, { source, topic, description: `${noun} was ${word}`, payload: CHANGED_OBJECT }];
  };
  // The keys are those that the type spells out.
  return Object.fromEntries([
    row('Created', 'created'),
    row('Updated', 'changed'),
    row('Deleted', 'deleted'),
  ]) as Readonly<Record<`${N}${Verb}`, ChangeDeclaration>>;
}
