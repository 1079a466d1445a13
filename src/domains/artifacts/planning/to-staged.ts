import { storedInTurns } from '../../../platform/database/storable.js';
import { contentHashInTurns } from '#domains/catalogue/trust/content-hash.js';
import { type StagedDocument } from '../stored/staged-part.schema.js';
import { type PlannedOutcome } from './outcomes.js';

/** What is written of a document. It may be large: others have their turn. */
export async function toStaged({ planned, document }: PlannedOutcome): Promise<StagedDocument> {
  const { collection, documentId, name, nameFolded, type, position } = planned;
  const isMerged = document !== planned.document;
  return {
    collection,
    documentId,
    name,
    nameFolded,
    type,
    position,
    document: await storedInTurns(document),
    hash: await contentHashInTurns(document),
    ...(isMerged && { original: await storedInTurns(planned.document) }),
  };
}
