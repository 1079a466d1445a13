import { type JsonObject } from '../../../kernel/json.js';
import { jsonChanges } from '../../../kernel/json-changes.js';
import { saysTheSame, withoutStamps } from '../merging/document-stamps.js';
import { mergeDocuments } from '../merging/merge-documents.js';
import { sameJson } from '../merging/same-json.js';
import { type PresentDocument } from '../stored/install-plan.js';

/**
 * What becomes of what users changed: brought together with the new version, which is refused where
 * both changed the same place; the same, but users have their way there; or lost.
 */
export const USER_CHANGES = ['merge', 'keep', 'overwrite'] as const;
export type UserChanges = (typeof USER_CHANGES)[number];

/** What happens to a document. `kept` stays as users left it, `adopted` too, `conflict` stops the whole change. */
export const DOCUMENT_ACTIONS = [
  'created',
  'changed',
  'unchanged',
  'adopted',
  'merged',
  'kept',
  'conflict',
  'removed',
] as const;
export type DocumentAction = (typeof DOCUMENT_ACTIONS)[number];

/** A document of an installed package as it stands, and as the package brought it. */
export interface OwnedVersions {
  /** Undefined where users changed it and nobody knows any more what it was. */
  readonly base: JsonObject | undefined;
  readonly mine: JsonObject;
}

/** What becomes of one document. */
export interface DocumentOutcome {
  readonly action: DocumentAction;
  /** Users changed it since the package brought it. */
  readonly isUserChanged: boolean;
  /** Places that both users and the new version changed; the whole document where it would go. */
  readonly pointers: readonly string[];
  /** What will stand there. */
  readonly document: JsonObject;
}

/** What becomes of a document of which a package brings another version; undefined where it is new. */
export function bringDocument(
  present: OwnedVersions | undefined,
  theirs: JsonObject,
  userChanges: UserChanges,
): DocumentOutcome {
  const document = theirs;
  if (!present) return { action: 'created', isUserChanged: false, pointers: [], document };
  const isUserChanged = isChanged(present);
  if (sameJson(present.mine, theirs)) {
    return { action: 'unchanged', isUserChanged, pointers: [], document };
  }
  if (!isUserChanged) return { action: 'changed', isUserChanged, pointers: [], document };
  const { merged, conflicts } = mergeDocuments({ ...present, theirs });
  if (userChanges === 'overwrite') {
    return { action: 'changed', isUserChanged, pointers: conflicts, document };
  }
  const action =
    conflicts.length > 0 && userChanges === 'merge'
      ? 'conflict'
      : actionOfMerge(merged, present.mine, theirs);
  return { action, isUserChanged, pointers: conflicts, document: merged };
}

/**
 * What becomes of a document of users that a package takes over, of which it brings the same or another one. Where they
 * differ, nobody knows which came first: the caller says which of them stays.
 */
export function adoptDocument(
  { mine, packed }: { readonly mine: JsonObject; readonly packed: JsonObject },
  theirs: JsonObject,
  userChanges: UserChanges,
): DocumentOutcome {
  const pointers = jsonChanges(withoutStamps(packed), withoutStamps(theirs)).map(
    ({ pointer }) => pointer,
  );
  if (pointers.length === 0)
    return { action: 'adopted', isUserChanged: false, pointers, document: mine };
  const document = userChanges === 'overwrite' ? theirs : mine;
  return { action: ADOPTING[userChanges], isUserChanged: false, pointers, document };
}

const ADOPTING = { merge: 'conflict', keep: 'kept', overwrite: 'changed' } as const;

/** What becomes of a document that the new version of its package does not bring any more. */
export function dropDocument(present: OwnedVersions, userChanges: UserChanges): DocumentOutcome {
  const isUserChanged = isChanged(present);
  const document = present.mine;
  if (!isUserChanged || userChanges === 'overwrite') {
    return { action: 'removed', isUserChanged, pointers: [], document };
  }
  const action = userChanges === 'keep' ? 'kept' : 'conflict';
  return { action, isUserChanged, pointers: ['#'], document };
}

/** Whether users said something in a document that the package does not; saving it alone says nothing. */
export function isChanged({ base, mine }: OwnedVersions): boolean {
  return base === undefined || !saysTheSame(base, mine);
}

function actionOfMerge(merged: JsonObject, mine: JsonObject, theirs: JsonObject): DocumentAction {
  if (sameJson(merged, mine)) return 'kept';
  return sameJson(merged, theirs) ? 'changed' : 'merged';
}

/**
 * A document that an installed package owns, or one of users that it is to take over, with everything that a new version
 * is compared with.
 */
export interface OwnedDocument extends PresentDocument, OwnedVersions {
  readonly name: string;
  readonly type: string;
  /** `contentHash` of what stands there. */
  readonly seen: string;
  /** Of one of users: what a package that is built of it holds. Absent for what the package owns. */
  readonly packed?: JsonObject;
  /** The caller may not see it. */
  readonly isHidden?: boolean;
}
