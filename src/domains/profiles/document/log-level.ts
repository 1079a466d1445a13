import { isJsonObject, type JsonObject } from '../../../kernel/json.js';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type Level = (typeof LEVELS)[number];

/** What other platforms call the same levels. */
const SPELLINGS: ReadonlyMap<string, Level> = new Map([
  ...LEVELS.map((level) => [level, level] as const),
  ['warning', 'warn'],
  ['none', 'silent'],
]);

/** The level that the profile's `loggerProps.log_level` names; undefined for a word we do not know. */
export function logLevelOf(profile: JsonObject): Level | undefined {
  const settings = profile['loggerProps'];
  const word = isJsonObject(settings) ? settings['log_level'] : undefined;
  return typeof word === 'string' ? SPELLINGS.get(word.toLowerCase()) : undefined;
}
