import { type JsonObject } from '../../../kernel/json.js';
import { CONTENT_COLLECTIONS } from '../../../platform/packaged/content-collections.js';

/** The collection in which bundles of a type land. */
const BUNDLE_COLLECTIONS: Readonly<Record<string, string>> = {
  ...CONTENT_COLLECTIONS,
  forms: CONTENT_COLLECTIONS.form,
  'json-forms': CONTENT_COLLECTIONS['json-form'],
  automation: 'automations',
  integration: 'integrations',
  'integration-model': 'integration_models',
  'ac-agenda-job': 'agenda_jobs',
  'service-catalog': 'service_catalog_items',
};

/** The collection for bundles of types that no domain knows. */
export const OTHER_DOCUMENTS = 'package_documents';

/** The key under which a document says which one it is: `id` in JSON forms, `_id` in all others. */
export function idKeyOf(collection: string, data: JsonObject): '_id' | 'id' {
  return collection === 'json_forms' && data['_id'] === undefined ? 'id' : '_id';
}

/** Others refer to a document by its id, so it must be in it, also where it came without one. */
export function withId(collection: string, document: JsonObject, id: string): JsonObject {
  const key = idKeyOf(collection, document);
  return document[key] === id ? document : { [key]: id, ...document };
}

/** Every collection that bundles land in. */
export const BUNDLE_COLLECTION_NAMES: readonly string[] = [
  ...new Set([...Object.values(BUNDLE_COLLECTIONS), OTHER_DOCUMENTS]),
];

/** The collection for a bundle type. */
export function collectionOf(type: string): string {
  const known = Object.hasOwn(BUNDLE_COLLECTIONS, type) ? BUNDLE_COLLECTIONS[type] : undefined;
  return known ?? OTHER_DOCUMENTS;
}
