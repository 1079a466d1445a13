import { type JsonValue } from '../../kernel/json.js';

const ID_LENGTH_MAX = 128;

/** The id that a document from outside brings along, when it is one that can be kept. */
export function importedId(id: JsonValue | undefined): string | undefined {
  return typeof id === 'string' && id !== '' && id.length <= ID_LENGTH_MAX ? id : undefined;
}
