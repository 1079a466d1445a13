/** Texts of the screens of audit. */

export const byPerson = (name: string): string => `by ${name},`;
export const changesOf = (name: string): string => `Changes of ${name}`;
export const entries = 'Entries';
export const itWasChanged = 'It was changed.';
export const itWasMade = 'It was made.';
export const itWasRemoved = 'It was removed.';
export const leftOut = (cut: string): string => `Left out: ${cut}.`;
export const member = 'Member';
export const membersAreEqual = (equal: number): string => `${equal} members are equal.`;
export const noEntries = 'Nothing like it is on record.';
export const numberInChain = 'Number in the chain';
export const on = 'On';
export const program = 'Program';
export const request = 'Request';
export const timesSuffix = (count: number): string => `, ${count} times`;
export const typeOfObject = 'Type of object';
export const unknown = 'unknown';
export const who = 'Who';
export const whoAndFromWhere = 'Who and from where';
