import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { ownList, ownValue, textOf } from '../../../kernel/json-reading.js';

/** A mark of a place in a document, as the interface shows it. */
export interface Decorator {
  readonly type: string;
  readonly pointer: string;
}

/** The text of its own under a key; empty where there is none. */
export function ownText(document: JsonObject, key: string): string {
  return textOf(ownValue(document, key));
}

/** The number of its own under a key; undefined where there is none. */
export function ownNumber(document: JsonObject, key: string): number | undefined {
  const value = ownValue(document, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A count or a duration: a whole number that is not negative; 0 where the document says none. */
export function ownCount(document: JsonObject, key: string): number {
  const value = Math.trunc(ownNumber(document, key) ?? 0);
  return Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** The name of a user, where the document may hold more of them. */
export function userOf(user: JsonValue | undefined): string {
  return isJsonObject(user) ? ownText(user, 'username') : textOf(user);
}

/** Ids of groups: documents name them so, or hold them as a whole. */
export function groupIdsOf(document: JsonObject): readonly string[] {
  return ownList(document, 'groups').flatMap((group) => {
    const id = isJsonObject(group) ? ownValue(group, '_id') : group;
    return typeof id === 'string' ? [id] : [];
  });
}

/** The marks that a part of a document has; what is none of them is left out. */
export function decoratorsOf(document: JsonObject): readonly Decorator[] {
  return ownList(document, 'decorators')
    .filter(isJsonObject)
    .map((one) => ({ type: ownText(one, 'type'), pointer: ownText(one, 'pointer') }));
}
