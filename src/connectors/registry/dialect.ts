import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { PACKAGE_WORDS } from '../../kernel/dialect-words.js';

/**
 * A package document in the words and types of the interface. The input stays as it is, since an
 * export gives it back unchanged: names of the original system are replaced, a member that is null
 * is left out, `author` and `repository` in npm's other forms become text and object. Bundles are
 * documents of their own and are never touched.
 */
export function toInterfaceDialect(document: JsonObject): JsonObject {
  const { metadata, manifest } = document;
  return {
    ...document,
    ...(isJsonObject(metadata) && { metadata: translateMetadata(metadata) }),
    ...(isJsonObject(manifest) && { manifest: translateManifest(manifest) }),
  };
}

function translateMetadata(metadata: JsonObject): JsonObject {
  const { author, repository, ...rest } = translateWords(metadata);
  return {
    ...rest,
    ...(author !== undefined && { author: authorText(author) }),
    ...(repository !== undefined && { repository: repositoryObject(repository) }),
  };
}

function translateManifest(manifest: JsonObject): JsonObject {
  const { createdEpoch, ...rest } = translateWords(manifest);
  if (createdEpoch === undefined) return rest;
  return {
    ...rest,
    createdEpoch: typeof createdEpoch === 'number' ? String(createdEpoch) : createdEpoch,
  };
}

/** Where a document says a thing in both words, the interface's own word counts. */
function translateWords(object: JsonObject): JsonObject {
  const entries = Object.entries(object)
    .filter(([key, value]) => value !== null && !isShadowed(object, key))
    .map(([key, value]): [string, JsonValue] => [wordFor(key), value]);
  return Object.fromEntries(entries);
}

function isShadowed(object: JsonObject, key: string): boolean {
  const word = wordFor(key);
  return word !== key && Object.hasOwn(object, word) && object[word] !== null;
}

function wordFor(key: string): string {
  return Object.hasOwn(PACKAGE_WORDS, key) ? (PACKAGE_WORDS[key] ?? key) : key;
}

/** npm lets an author be `{name, email, url}`. */
function authorText(author: JsonValue): JsonValue {
  if (!isJsonObject(author) || typeof author['name'] !== 'string') return author;
  const { name, email } = author;
  return typeof email === 'string' && email !== '' ? `${name} <${email}>` : name;
}

/** npm lets a repository be its URL alone. */
function repositoryObject(repository: JsonValue): JsonValue {
  return typeof repository === 'string' ? { type: 'git', url: repository } : repository;
}
