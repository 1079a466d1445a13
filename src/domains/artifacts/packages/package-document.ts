import { type JsonObject } from '../../../kernel/json.js';
import { textOf } from '../../../kernel/json-reading.js';
import { sameJson } from '../merging/same-json.js';
import { fromStored } from '../../../platform/database/storable.js';
import { AGENDA_JOB, readAgendaJob } from './agenda-job.js';
import { idKeyOf } from '../stored/bundle-collections.js';
import { type Renaming, Renamings, reversed } from '../../../platform/packaged/references.js';
import { type BundleRef } from '../stored/stored-package.js';

/** One bundle of an installed package as it stands now; `data` null when its document is gone. */
export interface BundleNow {
  readonly type: string;
  readonly collection: string;
  readonly documentId: string;
  readonly originalId: string | undefined;
  readonly rest: JsonObject;
  readonly data: JsonObject | null;
  /** The agenda job that it came as, where it is an automation here. */
  readonly agendaJob?: JsonObject;
}

/** A bundle of a record, with its document as it is to be taken. */
export function bundleNow(
  { rest, agendaJob, originalId, ...ref }: BundleRef,
  data: JsonObject | null,
): BundleNow {
  return {
    ...ref,
    originalId,
    rest: rest === undefined ? {} : fromStored(rest),
    data,
    ...(agendaJob && { agendaJob: fromStored(agendaJob) }),
  };
}

/**
 * The package document of an installed package: the same JSON as came in, as long as nobody changed
 * its documents. Ids that had to give way here are put back; a document that was deleted is left out.
 */
export function buildPackageDocument(head: JsonObject, bundles: readonly BundleNow[]): JsonObject {
  const renamings = new Renamings(reversed(bundles.flatMap((bundle) => renamingOf(bundle))));
  return {
    ...head,
    bundles: bundles.flatMap(({ type, rest, data, agendaJob, ...ids }) => {
      if (!data) return [];
      const now = withOriginalId(renamings.rewrite(data), ids);
      return [{ ...asItCame(type, now, agendaJob), ...rest }];
    }),
  };
}

/** What came as an agenda job goes as one, until somebody changes the automation that it became. */
function asItCame(type: string, data: JsonObject, agendaJob: JsonObject | undefined): JsonObject {
  if (!agendaJob) return { type, data };
  const { automation } = readAgendaJob(agendaJob, textOf(data['name']));
  return sameJson(automation, data) ? { type: AGENDA_JOB, data: agendaJob } : { type, data };
}

function withOriginalId(
  data: JsonObject,
  {
    collection,
    documentId,
    originalId,
  }: Pick<BundleNow, 'collection' | 'documentId' | 'originalId'>,
): JsonObject {
  const key = idKeyOf(collection, data);
  if (originalId === undefined || data[key] !== documentId) return data;
  return { ...data, [key]: originalId };
}

function renamingOf({ collection, originalId, documentId }: BundleNow): readonly Renaming[] {
  return originalId === undefined ? [] : [{ collection, from: originalId, to: documentId }];
}
