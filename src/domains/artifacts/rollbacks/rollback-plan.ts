import { type OwnedRecord } from '../stored/bundle-documents.repository.js';

/** A document of the version before. */
export interface FormerDocument extends OwnedRecord {
  /** Whether the version that is installed now wrote it, or left it alone. */
  readonly isWritten: boolean;
}

/** A document of the version before that is there now as well. */
export interface DocumentPair {
  readonly former: FormerDocument;
  readonly present: OwnedRecord;
}

/** What going back to a version does to the documents of its package. */
export interface RollbackPlan {
  /** Come back. */
  readonly returning: readonly FormerDocument[];
  /** Stay, and become what they were. */
  readonly changing: readonly DocumentPair[];
  /** Of those that come back or stay, whatever will have a name that it does not have now. */
  readonly named: readonly FormerDocument[];
  /** Came with the installed version, and go with it. */
  readonly going: readonly OwnedRecord[];
  /** Those that a user has changed since the installed version came; their changes are lost. */
  readonly changedByUsers: readonly OwnedRecord[];
}

/** Hash of the document of a record as it stands; compared with `hash`, that of its installation. */
export type HashOf = (record: OwnedRecord['record']) => string;

/** Compares the documents of the version before with those that are there. */
export function planRollback(
  former: readonly FormerDocument[],
  present: readonly OwnedRecord[],
  hashOf: HashOf,
): RollbackPlan {
  const formerByPlace = new Map(former.map((one) => [placeOf(one), one]));
  const presentPlaces = new Set(present.map((one) => placeOf(one)));
  const pairs = present.flatMap((one): readonly DocumentPair[] => {
    const before = formerByPlace.get(placeOf(one));
    return before ? [{ former: before, present: one }] : [];
  });
  const going = present.filter((one) => !formerByPlace.has(placeOf(one)));
  const isChanged = ({ former: before, present: now }: DocumentPair): boolean =>
    hashOf(now.record) !== (before.isWritten ? now.record.hash : hashOf(before.record));
  const returning = former.filter((one) => !presentPlaces.has(placeOf(one)));
  const renamed = pairs.filter(
    ({ former: before, present: now }) => before.record.nameFolded !== now.record.nameFolded,
  );
  return {
    returning,
    named: [...returning, ...renamed.map((pair) => pair.former)],
    // What nobody wrote since need not be written back.
    changing: pairs.filter((pair) => pair.former.isWritten || isChanged(pair)),
    going,
    changedByUsers: [
      ...pairs.filter((pair) => isChanged(pair)).map(({ present: now }) => now),
      ...going.filter(({ record }) => hashOf(record) !== record.hash),
    ],
  };
}

function placeOf({ collection, documentId }: OwnedRecord): string {
  return `${collection}\0${documentId}`;
}
