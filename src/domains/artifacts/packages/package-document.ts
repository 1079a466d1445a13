import { type JsonObject } from '../../../kernel/json.js';
import { idKeyOf } from './bundle-collections.js';
import { type Renaming, Renamings, reversed } from '../../../platform/packaged/references.js';

/** One bundle of an installed package as it stands now; `data` null when its document is gone. */
export interface BundleNow {
  readonly type: string;
  readonly collection: string;
  readonly documentId: string;
  readonly originalId: string | undefined;
  readonly rest: JsonObject;
  readonly data: JsonObject | null;
}

/**
 * The package document of an installed package: the same JSON as came in, as long as nobody changed
 * its documents. Ids that had to give way here are put back; a document that was deleted is left out.
 */
export function buildPackageDocument(head: JsonObject, bundles: readonly BundleNow[]): JsonObject {
  const renamings = new Renamings(reversed(bundles.flatMap((bundle) => renamingOf(bundle))));
  return {
    ...head,
    bundles: bundles.flatMap(({ type, rest, data, ...ids }) => {
      if (!data) return [];
      return [{ type, ...rest, data: withOriginalId(renamings.rewrite(data), ids) }];
    }),
  };
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
