import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';

/** A group whose members have role admin, whatever else is assigned. */
export interface AdminGroup {
  readonly provenance: string;
  readonly group: string;
}

/** What `authenticationProps` of the active profile says. */
export interface AuthenticationSettings {
  readonly cookieName: string;
  readonly uniqueSession: boolean;
  readonly admins: readonly AdminGroup[];
}

const COOKIE_NAME_DEFAULT = 'token';
/** A token in the sense of RFC 6265: anything else could smuggle attributes into `Set-Cookie`. */
const COOKIE_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/;

/** Reads the settings with care: what a profile leaves out or misspells has its default. */
export function readAuthenticationSettings(profile: JsonObject): AuthenticationSettings {
  const given = profile['authenticationProps'];
  const settings = isJsonObject(given) ? given : {};
  const cookieName = settings['cookieName'];
  const admins = settings['admins'];
  return {
    cookieName:
      typeof cookieName === 'string' && COOKIE_NAME.test(cookieName)
        ? cookieName
        : COOKIE_NAME_DEFAULT,
    uniqueSession: settings['uniqueSession'] === true,
    admins: Array.isArray(admins) ? admins.flatMap(toAdminGroup) : [],
  };
}

function toAdminGroup(entry: JsonValue): readonly AdminGroup[] {
  if (!isJsonObject(entry)) return [];
  const { provenance, group } = entry;
  return typeof provenance === 'string' && typeof group === 'string' ? [{ provenance, group }] : [];
}
