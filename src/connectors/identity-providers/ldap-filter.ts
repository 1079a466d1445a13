/** What a filter template may speak of. */
export interface FilterValues {
  readonly username: string;
  readonly dn?: string;
}

/** Characters that mean something in a filter (RFC 4515, section 3); NUL would end it for some. */
const SPECIAL = /[\\*()\0]/g;

/** A value that stands for itself wherever it is put into a filter. */
export function escapedFilterValue(value: string): string {
  return value.replace(
    SPECIAL,
    (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** The template with its places filled. What was filled in is not looked at again. */
export function filledFilter(template: string, { username, dn = '' }: FilterValues): string {
  return template.replace(/\{(username|dn)\}/g, (_, name) =>
    escapedFilterValue(name === 'dn' ? dn : username),
  );
}
