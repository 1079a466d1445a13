import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { textOf } from '../../../kernel/json-reading.js';
import { type ContentRecord } from '../records/content-record.js';
import { type ConfigurationTemplate } from './configuration-templates.dto.js';

/** A Jinja template as clients read those of configurations. */
export function toConfigurationTemplate({
  id,
  name,
  document,
}: ContentRecord): ConfigurationTemplate {
  return {
    id,
    name,
    template: textOf(document['template']),
    variables: variablesOf(document['data']),
    created: textOf(document['created']),
    updated: textOf(document['lastUpdated']),
    createdBy: textOf(document['createdBy']),
    updatedBy: textOf(document['lastUpdatedBy']),
    gbac: { read: [], write: [] },
    deviceOSTypes: textsOf(document['deviceOSTypes']),
  };
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function variablesOf(data: JsonValue | undefined): JsonObject {
  if (isJsonObject(data)) return data;
  try {
    const value: unknown = JSON.parse(textOf(data));
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
