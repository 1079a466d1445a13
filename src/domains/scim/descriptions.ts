import { type Attribute, type ResourceType, type Schema } from '../../cores/scim/schema.js';
import { type JsonObject } from '../../kernel/json.js';

const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
const TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const CONFIGURATION_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';

/** What of SCIM is supported (RFC 7643, section 5). */
export function configurationDocument(base: string): JsonObject {
  return {
    schemas: [CONFIGURATION_SCHEMA],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'An API token, or the access token of a service account',
        primary: true,
      },
    ],
    meta: {
      resourceType: 'ServiceProviderConfig',
      location: `${base}/ServiceProviderConfig`,
    },
  };
}

/** A type of resources (RFC 7643, section 6). */
export function typeDocument(type: ResourceType, base: string): JsonObject {
  const { name, endpoint, description, schema, extensions } = type;
  return {
    schemas: [TYPE_SCHEMA],
    id: name,
    name,
    endpoint,
    description,
    schema: schema.id,
    schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  };
}

/** A schema with all characteristics of its attributes (RFC 7643, section 7). */
export function schemaDocument(schema: Schema, base: string): JsonObject {
  const { id, name, description, attributes } = schema;
  return {
    schemas: [SCHEMA_SCHEMA],
    id,
    name,
    description,
    attributes: attributes.map((attribute) => attributeDocument(attribute)),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  };
}

/** What RFC 7643, section 7, says of an attribute where nothing else is said. */
const DEFAULTS = {
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
};

function attributeDocument({ urn: _urn, subAttributes, ...said }: Attribute): JsonObject {
  const own = { ...DEFAULTS, ...said };
  // What cannot be written has no part that can.
  const inherited = said.mutability === 'readOnly' && { mutability: said.mutability };
  const parts = subAttributes?.map((sub) => attributeDocument({ ...sub, ...inherited }));
  return { ...own, ...(parts && { subAttributes: parts }) } as unknown as JsonObject;
}
