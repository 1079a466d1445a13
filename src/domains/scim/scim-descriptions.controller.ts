import { Controller, Param } from '@nestjs/common';
import { Operation } from '../../api/operation.decorator.js';
import { GROUP_TYPE } from '../../cores/scim/group-schema.js';
import { type ResourceType, type Schema } from '../../cores/scim/schema.js';
import { USER_TYPE } from '../../cores/scim/user-schema.js';
import { notFound } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';
import { configurationDocument, schemaDocument, typeDocument } from './descriptions.js';
import { listResponse } from './list-response.js';
import { type ScimCall } from './scim-call.js';
import { CurrentScimCall } from './scim-call.decorator.js';
import { ScimResourceList, ScimResource } from './scim.dto.js';

const TYPES: readonly ResourceType[] = [USER_TYPE, GROUP_TYPE];
const SCHEMAS: readonly Schema[] = TYPES.flatMap(({ schema, extensions }) => [
  schema,
  ...extensions,
]);

/** What SCIM clients ask before they begin. */
@Controller()
export class ScimDescriptionsController {
  @Operation('getScimConfiguration', ScimResource)
  getScimConfiguration(@CurrentScimCall() { base }: ScimCall): ScimResource {
    return asResource(configurationDocument(base));
  }

  @Operation('listScimResourceTypes', ScimResourceList)
  listScimResourceTypes(@CurrentScimCall() { base }: ScimCall): ScimResourceList {
    return listed(TYPES.map((type) => typeDocument(type, base)));
  }

  @Operation('getScimResourceType', ScimResource)
  getScimResourceType(
    @Param('name') name: string,
    @CurrentScimCall() { base }: ScimCall,
  ): ScimResource {
    const type = TYPES.find((one) => one.name === name);
    if (!type) throw notFound('ResourceType', name);
    return asResource(typeDocument(type, base));
  }

  @Operation('listScimSchemas', ScimResourceList)
  listScimSchemas(@CurrentScimCall() { base }: ScimCall): ScimResourceList {
    return listed(SCHEMAS.map((schema) => schemaDocument(schema, base)));
  }

  @Operation('getScimSchema', ScimResource)
  getScimSchema(@Param('id') id: string, @CurrentScimCall() { base }: ScimCall): ScimResource {
    const schema = SCHEMAS.find((one) => one.id === id);
    if (!schema) throw notFound('Schema', id);
    return asResource(schemaDocument(schema, base));
  }
}

function listed(items: readonly JsonObject[]): ScimResourceList {
  return listResponse({ items, total: items.length }) as unknown as ScimResourceList;
}

function asResource(document: JsonObject): ScimResource {
  return document as unknown as ScimResource;
}
