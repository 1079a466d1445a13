import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';

/** Somebody as `expand` shows them. */
export interface Author {
  readonly _id: string;
  readonly provenance: string;
  readonly username: string;
}

const FIELDS = ['createdBy', 'lastUpdatedBy'] as const;

/** The ids or usernames that documents name their authors by. */
export function mentionedAuthors(documents: readonly JsonObject[]): readonly string[] {
  const mentions = documents.flatMap((document) =>
    FIELDS.map((field) => mentionIn(document[field])),
  );
  return mentions.filter((mention) => mention !== undefined);
}

/** A document with its authors in place of their ids or names; who is not known stays as named. */
export function withAuthors(document: JsonObject, known: ReadonlyMap<string, Author>): JsonObject {
  const shown = FIELDS.flatMap((field) => {
    const author = known.get(mentionIn(document[field]) ?? '');
    return author ? [[field, { ...author }] as const] : [];
  });
  return { ...document, ...Object.fromEntries(shown) };
}

/** Imported documents name an author by a whole record, which is of another platform: its name counts. */
function mentionIn(value: JsonValue | undefined): string | undefined {
  const mention = isJsonObject(value) ? value['username'] : value;
  return typeof mention === 'string' && mention !== '' ? mention : undefined;
}
