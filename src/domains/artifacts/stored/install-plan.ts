import { foldText } from '../../../kernel/folded-text.js';
import { type JsonObject } from '../../../kernel/json.js';
import { importedId } from '../../../platform/packaged/imported-id.js';
import { type Renaming, Renamings } from '../../../platform/packaged/references.js';
import { collectionOf, idKeyOf, OTHER_DOCUMENTS } from './bundle-collections.js';

/** One bundle of the package that is to be installed. */
export interface BundleToInstall {
  readonly type: string;
  readonly data: JsonObject;
  /** The name that the manifest gives it; used where the document has none. */
  readonly manifestName: string;
}

/** A document that the package owns already, from an earlier version. */
export interface PresentDocument {
  readonly collection: string;
  readonly documentId: string;
  readonly nameFolded: string;
  /** The name that users gave it, and the folded one under which it came; absent when that is the same. */
  readonly renamed?: { readonly name: string; readonly fromFolded: string };
}

/** A document as it will be stored. */
export interface PlannedDocument extends Omit<PresentDocument, 'renamed'> {
  readonly name: string;
  readonly type: string;
  readonly position: number;
  readonly document: JsonObject;
  /** The `_id` it came with, when that is another one. */
  readonly originalId: string | undefined;
  /** False when it takes the place of a document of an earlier version. */
  readonly isNew: boolean;
}

/** What installing a package means: documents to write, and those of an earlier version to remove. */
export interface InstallPlan {
  readonly documents: readonly PlannedDocument[];
  readonly removed: readonly PresentDocument[];
}

/** What the plan depends on beside the package itself. */
export interface PlanBasis {
  readonly packageName: string;
  readonly bundles: readonly BundleToInstall[];
  readonly present: readonly PresentDocument[];
  /** True when somebody else has a document of this `_id`. */
  readonly isTaken: (collection: string, id: string) => boolean;
  readonly nextId: () => string;
}

type Place = Omit<PlannedDocument, 'document'> & { readonly data: JsonObject };

/** Where the record of a bundle goes; shared by planning and by looking for conflicts. */
export interface BundleName {
  readonly collection: string;
  readonly name: string;
  readonly nameFolded: string;
}

/** The id that a document brings along, when it is one that can be kept. */
export function ownId(collection: string, data: JsonObject): string | undefined {
  return importedId(data[idKeyOf(collection, data)]);
}

/**
 * The name under which a document is stored. One without a name has that of its manifest entry or
 * its place; what no domain knows is named within its package alone.
 */
export function bundleName(
  packageName: string,
  { type, data, manifestName }: BundleToInstall,
  position: number,
): BundleName {
  const collection = collectionOf(type);
  const given = typeof data['name'] === 'string' ? data['name'] : manifestName;
  const name = given === '' ? `${type} ${position + 1}` : given;
  const scope = collection === OTHER_DOCUMENTS ? `${packageName}/${type}/` : '';
  return { collection, name, nameFolded: foldText(scope + name) };
}

/**
 * Decides the `_id` of every document: one that takes the place of an earlier version keeps its
 * record, a free `_id` is kept, the rest get a new one, and every reference in the package follows.
 */
export function planInstall(basis: PlanBasis): InstallPlan {
  const used = new Set(basis.present.map((document) => placeKey(document)));
  const places = basis.bundles.map((bundle, position) => placeOf(basis, bundle, position, used));
  const renamings = new Renamings(renamingsOf(places));
  const documents = places.map(({ data, ...place }): PlannedDocument => {
    const rewritten = renamings.rewrite(data);
    const document =
      place.originalId === undefined
        ? rewritten
        : { ...rewritten, [idKeyOf(place.collection, data)]: place.documentId };
    return { ...place, document };
  });
  const kept = new Set(documents.map((document) => placeKey(document)));
  return { documents, removed: basis.present.filter((document) => !kept.has(placeKey(document))) };
}

function placeOf(
  basis: PlanBasis,
  bundle: BundleToInstall,
  position: number,
  used: Set<string>,
): Place {
  const { type, data } = bundle;
  const named = bundleName(basis.packageName, bundle, position);
  const { collection, nameFolded } = named;
  const present = basis.present.find(
    (document) => document.collection === collection && cameAs(document) === nameFolded,
  );
  const brought = ownId(collection, data);
  const documentId = present?.documentId ?? freeId(basis, collection, brought, used);
  used.add(placeKey({ collection, documentId }));
  const originalId = brought === documentId ? undefined : brought;
  const place = { ...named, type, position, data, documentId, originalId, isNew: !present };
  // Renaming a record back could meet somebody who has taken the name since.
  if (!present?.renamed) return place;
  return { ...place, name: present.renamed.name, nameFolded: present.nameFolded };
}

/** What a new version of the package calls the document by, whatever users call it. */
function cameAs({ nameFolded, renamed }: PresentDocument): string {
  return renamed?.fromFolded ?? nameFolded;
}

function freeId(
  { isTaken, nextId }: PlanBasis,
  collection: string,
  brought: string | undefined,
  used: ReadonlySet<string>,
): string {
  const isKept =
    brought !== undefined &&
    !used.has(placeKey({ collection, documentId: brought })) &&
    !isTaken(collection, brought);
  return isKept ? brought : nextId();
}

/**
 * Where several documents of a package came with the same `_id`, a reference means the one that
 * keeps it, else the first of them.
 */
function renamingsOf(places: readonly Place[]): readonly Renaming[] {
  const settled = new Set(places.map((place) => placeKey(place)));
  return places.flatMap(({ collection, originalId, documentId }) => {
    if (originalId === undefined) return [];
    const key = placeKey({ collection, documentId: originalId });
    if (settled.has(key)) return [];
    settled.add(key);
    return [{ collection, from: originalId, to: documentId }];
  });
}

function placeKey({
  collection,
  documentId,
}: Pick<PresentDocument, 'collection' | 'documentId'>): string {
  return `${collection}\0${documentId}`;
}
