/** What becomes of a setting of the active profile on this platform. */
export const SETTING_EFFECTS = ['applied', 'restart', 'kept'] as const;
export type SettingEffect = (typeof SETTING_EFFECTS)[number];

/**
 * The settings that this platform reads, with all that lies below them; `applied` ones count on
 * every node within about a second, `restart` ones when a node starts. Every other setting is kept
 * for clients and other platforms, and does nothing here.
 */
const EFFECTS: Readonly<Record<string, SettingEffect>> = {
  'authenticationProps.uniqueSession': 'applied',
  'authenticationProps.admins': 'applied',
  'authenticationProps.cookieName': 'applied',
  'auditProps.audit': 'applied',
  'loggerProps.log_level': 'applied',
  'prebuiltProps.repoConfigs': 'applied',
  'integrationProps.threadCount': 'applied',
  'integrationProps.timeout': 'applied',
  'rabbitmq.eventDeduplication.active': 'applied',
  'rabbitmq.eventDeduplication.cacheTtl': 'applied',
  'rabbitmq.eventDeduplication.cacheSize': 'applied',
  'expressProps.express_http.port': 'restart',
};
const LEVELS_MAX = Math.max(...Object.keys(EFFECTS).map((key) => key.split('.').length));

/** What a change of the setting at this place does. */
export function effectOf(path: readonly (string | number)[]): SettingEffect {
  const levels = path.slice(0, LEVELS_MAX).map(String);
  for (let length = levels.length; length > 0; length -= 1) {
    const key = levels.slice(0, length).join('.');
    const effect = Object.hasOwn(EFFECTS, key) ? EFFECTS[key] : undefined;
    if (effect) return effect;
  }
  return 'kept';
}
