import { type JsonObject } from '../../../kernel/json.js';
import { valueAt } from './leaves.js';

/** The port that the profile names for plain HTTP; undefined when it names none. */
export function portOf(profile: JsonObject): number | undefined {
  const port = valueAt(profile, ['expressProps', 'express_http', 'port']);
  return typeof port === 'number' && port > 0 ? port : undefined;
}
