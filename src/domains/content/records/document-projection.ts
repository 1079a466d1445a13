/** Whether what stands at the path of a record is an object, as an expression of the database. */
export const isObjectAt = (path: string): object => ({ $eq: [{ $type: path }, 'object'] });

/** These members of a record's document, for an expression of the database. A path cannot name one with a dot. */
export function projectedMembers(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, `$document.${name}`]));
}

/**
 * Members in the place of a record's document, made by the database so that it need not be read. One that is stored as
 * JSON text comes as a whole.
 */
export function documentProjection(members: object): object {
  return { $cond: [isObjectAt('$document'), members, '$document'] };
}
