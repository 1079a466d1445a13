import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { ownObject, ownValue } from '../../../kernel/json-reading.js';
import { ownText } from '../openapi/local-refs.js';
import { type Credential } from '../openapi/request-security.js';
import { type SecurityScheme } from '../openapi/security-schemes.js';

/** What an integration says for one security scheme, secrets sealed. */
export interface SchemeValues {
  readonly apiKey: string;
  readonly username: string;
  readonly password: string;
  readonly token: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokenUrl: string;
  readonly scopes: readonly string[] | undefined;
  readonly sendsClientInBody: boolean;
}

/** The values for a scheme; a plain text in the place of the object is the one secret of it. */
export function schemeValues(data: JsonObject, scheme: string): SchemeValues {
  const authentication = ownObject(ownObject(data, 'properties'), 'authentication');
  const given = ownValue(authentication, scheme);
  const values = isJsonObject(given) ? given : { value: given ?? '', token: given ?? '' };
  const text = (key: string): string => ownText(values, key) ?? '';
  return {
    apiKey: text('value'),
    username: text('username'),
    password: text('password'),
    token: text('token') === '' ? text('value') : text('token'),
    clientId: text('clientId'),
    clientSecret: text('clientSecret'),
    tokenUrl: text('tokenUrl'),
    scopes: toScopes(ownValue(values, 'scopes')),
    sendsClientInBody: text('clientAuthentication') === 'body',
  };
}

/** What each kind of scheme cannot do without; what is not supported needs more than there is. */
const NEEDED: Readonly<Partial<Record<SecurityScheme['kind'], readonly (keyof SchemeValues)[]>>> = {
  apiKey: ['apiKey'],
  basic: ['username', 'password'],
  bearer: ['token'],
  clientCredentials: ['clientId', 'clientSecret', 'tokenUrl'],
};

/** Whether there is enough for a scheme to try it. */
export function isConfigured(scheme: SecurityScheme, values: SchemeValues): boolean {
  return NEEDED[scheme.kind]?.every((name) => values[name] !== '') ?? false;
}

/** The credential of a scheme that needs no token from elsewhere; `unseal` opens what is stored. */
export function plainCredential(
  scheme: Exclude<SecurityScheme, { kind: 'clientCredentials' | 'unsupported' }>,
  values: SchemeValues,
  unseal: (sealed: string) => string,
): Credential {
  switch (scheme.kind) {
    case 'apiKey':
      return { in: scheme.in, name: scheme.name, value: unseal(values.apiKey) };
    case 'basic': {
      const pair = `${values.username}:${unseal(values.password)}`;
      return { in: 'authorization', value: `Basic ${Buffer.from(pair).toString('base64')}` };
    }
    case 'bearer':
      return { in: 'authorization', value: `Bearer ${unseal(values.token)}` };
  }
}

function toScopes(value: JsonValue | undefined): readonly string[] | undefined {
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((scope) => scope !== '');
  if (!Array.isArray(value)) return undefined;
  return value.filter((scope) => typeof scope === 'string');
}
