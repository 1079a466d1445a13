import { storedInTurns } from '../../../platform/database/storable.js';
import { contentHashInTurns } from '#domains/catalogue/trust/content-hash.js';
import { type StagedDocument } from '../stored/staged-part.schema.js';
import {
  type InstallPlan,
  type PlannedDocument,
  type PresentDocument,
} from '../stored/install-plan.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type DocumentPlan } from './change-plan.js';
import {
  adoptDocument,
  bringDocument,
  type DocumentOutcome,
  dropDocument,
  type OwnedDocument,
  type UserChanges,
} from './document-outcome.js';

/** What becomes of a document that a package brings. */
export interface PlannedOutcome extends DocumentOutcome {
  /** Its place and name; its document is as the package brings it. */
  readonly planned: PlannedDocument;
  /** It belongs to no package so far. */
  readonly isAdopted: boolean;
}

/** What becomes of a document that a package does not bring any more. */
export interface DroppedOutcome extends Pick<DocumentOutcome, 'action'> {
  readonly place: PresentDocument;
}

/** What a version of a package does to the documents that are there, and to those that come. */
export interface PlannedOutcomes {
  readonly written: readonly PlannedOutcome[];
  readonly dropped: readonly DroppedOutcome[];
  /** The same in words: those of the version in its order, then those that go. */
  readonly documents: readonly DocumentPlan[];
}

const POINTERS_MAX = 20;

/** Compares what a version brings with what the installed one owns. */
export function outcomesOf(
  { documents, removed }: InstallPlan,
  owned: readonly OwnedDocument[],
  userChanges: UserChanges,
): PlannedOutcomes {
  const standing = new Map(owned.map((one) => [keyOf(one), one]));
  const written = documents.map((planned) => {
    const present = planned.isNew ? undefined : standing.get(keyOf(planned));
    const outcome = outcomeOf(planned, present, userChanges);
    const described = {
      ...describe(planned, outcome, present),
      ...comparedOf(present, outcome, planned.document),
    };
    return { planned, ...outcome, isAdopted: present?.packed !== undefined, described };
  });
  const dropped = removed.flatMap((place) => {
    const present = standing.get(keyOf(place));
    // What users have and the package does not bring after all is none of its business.
    if (present?.packed) return [];
    const outcome = present ? dropDocument(present, userChanges) : REMOVED;
    return [{ place, ...outcome, described: present && describe(present, outcome, present) }];
  });
  return {
    written,
    dropped,
    documents: [...written, ...dropped].flatMap(({ described }) => described ?? []),
  };
}

/** Whether a document is left as it is. */
export function isUntouched({ action }: Pick<DocumentOutcome, 'action'>): boolean {
  return action === 'kept' || action === 'unchanged';
}

/** What removing a package does to its documents: they go, whatever users did to them. */
export function removedDocuments(owned: readonly OwnedDocument[]): readonly DocumentPlan[] {
  return owned.map((one) => describe(one, dropDocument(one, 'overwrite'), one));
}

function outcomeOf(
  planned: PlannedDocument,
  present: OwnedDocument | undefined,
  userChanges: UserChanges,
): DocumentOutcome {
  const { isNew, document } = planned;
  // Nobody looked at what stands there.
  if (!isNew && !present)
    return { action: 'changed', isUserChanged: false, pointers: [], document };
  if (present?.packed)
    return adoptDocument({ ...present, packed: present.packed }, document, userChanges);
  return underItsName(bringDocument(present, document, userChanges), present);
}

const REMOVED = { action: 'removed', isUserChanged: false, pointers: [] } as const;

/** The name that users gave a document stays with it, whatever becomes of the rest. */
function underItsName(
  outcome: DocumentOutcome,
  present: OwnedDocument | undefined,
): DocumentOutcome {
  const { document } = outcome;
  const name = present?.renamed?.name;
  if (name === undefined || document['name'] === name) return outcome;
  return { ...outcome, document: { ...document, name } };
}

function describe(
  { type, name }: Pick<OwnedDocument, 'type' | 'name'>,
  { action, isUserChanged, pointers }: Omit<DocumentOutcome, 'document'>,
  present: OwnedDocument | undefined,
): DocumentPlan {
  const some = pointers.slice(0, POINTERS_MAX);
  // What stays as it is is not shown to a caller who may not see it; the plan is the same whoever makes it.
  const isHidden = present?.isHidden === true && isUntouched({ action });
  return {
    type,
    name,
    action,
    isUserChanged,
    pointers: some,
    seen: present?.seen ?? null,
    isHidden,
  };
}

/** What the package brings counts where it does not come to stand there. */
function comparedOf(
  present: OwnedDocument | undefined,
  { action, document }: DocumentOutcome,
  theirs: JsonObject,
): Pick<DocumentPlan, 'compared'> {
  if (present === undefined || action === 'unchanged' || action === 'adopted') return {};
  const stays = action === 'kept' || action === 'conflict';
  return { compared: { before: present.packed ?? present.mine, after: stays ? theirs : document } };
}

function keyOf({
  collection,
  documentId,
}: Pick<PresentDocument, 'collection' | 'documentId'>): string {
  return `${collection}\0${documentId}`;
}

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
