import { cutText } from '../../../kernel/cut-text.js';
import { foldText } from '../../../kernel/folded-text.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type KindFacts } from '../kinds/kind-facts.js';
import { type ContentFacts } from './content-record.js';
import { referenceKeys } from './reference-keys.js';

/** Raised when facts are derived in another way, so that those of stored documents are made anew. */
export const FACTS_VERSION = 6;
/** What is searched of a description: index keys should stay small. */
const DESCRIPTION_LENGTH_MAX = 1024;
/** Tags and keys beyond these are not kept. */
export const KEPT_TEXTS_MAX = 200;
export const KEPT_LENGTH_MAX = 256;

/** What lists look for in a document. */
export function factsOf(document: JsonObject, own: KindFacts = {}): ContentFacts {
  const given = document['description'];
  const description = cutText(typeof given === 'string' ? given : '', DESCRIPTION_LENGTH_MAX);
  return {
    version: FACTS_VERSION,
    description,
    descriptionFolded: foldText(description),
    tags: tagsOf(document['tags']),
    keys: bounded(own.keys ?? []),
    draft: own.draft ?? false,
    refersTo: referenceKeys(document),
  };
}

/** Tags as exports carry them: names, or objects with a name. */
function tagsOf(tags: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(tags)) return [];
  const names = tags.map((tag) => (isJsonObject(tag) ? tag['name'] : tag));
  return bounded(names.filter((name) => typeof name === 'string'));
}

function bounded(texts: readonly string[]): readonly string[] {
  const short = texts.filter((text) => text !== '' && text.length <= KEPT_LENGTH_MAX);
  return [...new Set(short)].slice(0, KEPT_TEXTS_MAX);
}
