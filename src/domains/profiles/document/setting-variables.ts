import { type JsonValue } from '../../../kernel/json.js';
import { type Config } from '../../../platform/config/config.js';

/** An environment variable that beats a setting of the profile. */
export interface SettingVariable {
  readonly name: string;
  readonly valueIn: (config: Config) => JsonValue;
}

const VARIABLES: Readonly<Record<string, SettingVariable>> = {
  'loggerProps.log_level': { name: 'LOG_LEVEL', valueIn: ({ logging }) => logging.level },
  'expressProps.express_http.port': { name: 'PORT', valueIn: ({ server }) => server.port },
};

/** The variable that beats the setting at this place, if there is one. */
export function variableOf(path: readonly string[]): SettingVariable | undefined {
  const key = path.join('.');
  return Object.hasOwn(VARIABLES, key) ? VARIABLES[key] : undefined;
}
