import { entityTag } from '../../api/revision/revisioned.js';
import { type ResourceType } from '../../cores/scim/schema.js';
import { type JsonObject } from '../../kernel/json.js';

/** What every stored thing has that SCIM shows. */
interface Stored {
  readonly _id: string;
  readonly revision: number;
  readonly _meta: { readonly created: Date; readonly updated: Date };
}

/** `id` and `meta` of a resource. */
export function resourceHead(
  { name, endpoint }: ResourceType,
  { _id: id, revision, _meta }: Stored,
  base: string,
): JsonObject {
  return {
    id,
    meta: {
      resourceType: name,
      created: _meta.created.toISOString(),
      lastModified: _meta.updated.toISOString(),
      location: `${base}${endpoint}/${id}`,
      version: entityTag(revision),
    },
  };
}
