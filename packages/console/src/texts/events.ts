/** Texts of the screens of events. */

export const noEvents = 'Nothing like it has happened.';
export const number = 'Number';
export const payload = 'Payload';
export const source = 'Source';
