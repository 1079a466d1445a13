import { createHash } from 'node:crypto';
import { type JsonObject } from '../../kernel/json.js';

/**
 * Hash of the schema of a form, as triggers keep it beside the answers given to it (`formSchemaHash`):
 * SHA-256, in hex, of the schema as JSON text without white space, keys in the order of the document.
 */
export function schemaHash(form: JsonObject): string {
  return createHash('sha256')
    .update(JSON.stringify(form['schema'] ?? {}))
    .digest('hex');
}
