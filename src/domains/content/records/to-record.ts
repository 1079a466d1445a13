import { type JsonObject } from '../../../kernel/json.js';
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.js';
import { fromStored } from '../../../platform/database/storable.js';
import { KIND_RULES } from '../kinds/kind-rules.js';
import { factsOf } from './content-facts.js';
import { type ContentKindName } from '../kinds/content-kinds.js';
import { type ContentFacts, type ContentRecord, type StoredContent } from './content-record.js';

/** A record as services see it. */
export function toRecord(kind: ContentKindName, stored: StoredContent): ContentRecord {
  return recordOf(kind, stored, documentOf(stored));
}

/** The same of a document that is at hand. */
export function recordOf(
  kind: ContentKindName,
  stored: StoredContent,
  document: JsonObject,
): ContentRecord {
  return {
    id: stored._id,
    name: stored.name,
    revision: stored.revision ?? 0,
    packageId: stored.packageId,
    document,
    facts: stored.facts ?? factsFor(kind, document),
  };
}

/** What lists look for in a document of this kind. */
export function factsFor(kind: ContentKindName, document: JsonObject): ContentFacts {
  return factsOf(document, KIND_RULES[kind].facts?.(document));
}

/** The same, while others have their turn. */
export async function factsInTurns(
  kind: ContentKindName,
  document: JsonObject,
): Promise<ContentFacts> {
  await KIND_RULES[kind].lookAhead?.(document);
  const turns = new TimeSlicer();
  const own = KIND_RULES[kind].facts?.(document);
  await turns.give();
  return factsOf(document, own);
}

/** The document of a record. */
export function documentOf({ document = {} }: StoredContent): JsonObject {
  return fromStored(document);
}
