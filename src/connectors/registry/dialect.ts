import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { PACKAGE_WORDS } from '../../kernel/dialect-words.js';

/**
 * A package document in the words and types of the interface. The input stays as it is, since an
 * export gives it back unchanged: names of the original system are replaced, a member that is null
 * is left out, `author` and `repository` in npm's other forms become text and object. Bundles are
 * documents of their own and are never touched. What needs no change is taken over and not copied.
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
  const translated = translateWords(metadata);
  const { author, repository } = translated;
  return {
    ...translated,
    ...(author !== undefined && { author: authorText(author) }),
    ...(repository !== undefined && { repository: repositoryObject(repository) }),
  };
}

function translateManifest(manifest: JsonObject): JsonObject {
  const translated = translateWords(manifest);
  const { createdEpoch } = translated;
  if (typeof createdEpoch !== 'number') return translated;
  return { ...translated, createdEpoch: String(createdEpoch) };
}

/** Where a document says a thing in both words, the interface's own word counts. */
function translateWords(object: JsonObject): JsonObject {
  const members = Object.entries(object);
  if (!members.some(([key, value]) => value === null || wordFor(key) !== key)) return object;
  const entries = members
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
