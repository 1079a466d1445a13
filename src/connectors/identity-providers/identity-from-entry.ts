import { cutText } from '../../kernel/cut-text.js';
import { type Entry } from 'ldapts';
import { type Config } from '../../platform/config/config.js';
import {
  type ExternalGroup,
  type ExternalIdentity,
  IDENTITY_BOUNDS,
  usableName,
} from './external-identity.js';

/** Which attributes say what. */
export type AttributeNames = Pick<
  Config['ldap'],
  'usernameAttribute' | 'firstnameAttribute' | 'idAttribute'
>;

/**
 * The user of an entry; undefined when its attributes say no usable name or nothing that stays.
 * @param groups the entries of the groups.
 */
export function identityFromEntry(
  entry: Entry,
  groups: readonly Entry[],
  names: AttributeNames,
): ExternalIdentity | undefined {
  const username = usableName(firstOf(entry, names.usernameAttribute));
  const id = firstOf(entry, names.idAttribute);
  if (username === undefined || id === '' || id.length > IDENTITY_BOUNDS.subject) return undefined;
  return {
    provenance: 'ldap',
    key: `ldap ${id}`,
    id,
    username,
    firstname: cutText(firstOf(entry, names.firstnameAttribute), IDENTITY_BOUNDS.firstname),
    groups: groups.slice(0, IDENTITY_BOUNDS.groups).map(toGroup),
  };
}

function toGroup(entry: Entry): ExternalGroup {
  return { id: entry.dn, name: firstOf(entry, 'cn') || entry.dn };
}

/** Attribute names are the same in any case; the first value counts. Bytes are shown in hex. */
function firstOf(entry: Entry, name: string): string {
  const key = Object.keys(entry).find((one) => one.toLowerCase() === name.toLowerCase());
  const [value] = [key === undefined ? [] : (entry[key] ?? [])].flat();
  if (value === undefined) return '';
  return typeof value === 'string' ? value : value.toString('hex');
}
