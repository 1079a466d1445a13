import { type JsonObject } from '../../../kernel/json.js';
import { ownObject } from '../../../kernel/json-reading.js';
import { isSettableHeader } from './header-names.js';
import { ownText, resolveLocal } from './local-refs.js';

/** A security scheme of a model, as far as it can be served. */
export type SecurityScheme =
  | { readonly kind: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly kind: 'basic' }
  | { readonly kind: 'bearer' }
  | { readonly kind: 'clientCredentials'; readonly tokenUrl: string }
  /** In words, for whoever is told why an operation cannot be called. */
  | { readonly kind: 'unsupported'; readonly what: string };

export type SecuritySchemes = ReadonlyMap<string, SecurityScheme>;

/** The security schemes of a document, by the name under which an integration configures them. */
export function readSecuritySchemes(document: JsonObject): SecuritySchemes {
  const schemes = ownObject(ownObject(document, 'components'), 'securitySchemes');
  return new Map(
    Object.entries(schemes).flatMap(([name, value]) => {
      const scheme = resolveLocal(document, value);
      return scheme ? [[name, toScheme(scheme)] as const] : [];
    }),
  );
}

/**
 * What an integration configures for a scheme, empty: the names that `properties.authentication`
 * takes below the name of the scheme.
 */
export function emptyCredentials(scheme: SecurityScheme): JsonObject {
  switch (scheme.kind) {
    case 'apiKey':
      return { value: '' };
    case 'basic':
      return { username: '', password: '' };
    case 'bearer':
      return { token: '' };
    case 'clientCredentials':
      return { clientId: '', clientSecret: '', tokenUrl: scheme.tokenUrl };
    case 'unsupported':
      return {};
  }
}

function toScheme(given: JsonObject): SecurityScheme {
  const type = ownText(given, 'type') ?? '';
  switch (type) {
    case 'apiKey':
      return toApiKey(given);
    case 'http':
      return toHttp(ownText(given, 'scheme') ?? '');
    case 'oauth2':
      return toOauth(ownObject(given, 'flows'));
    default:
      return { kind: 'unsupported', what: `security schemes of type ${type}` };
  }
}

function toApiKey(given: JsonObject): SecurityScheme {
  const name = ownText(given, 'name') ?? '';
  const place = (['header', 'query', 'cookie'] as const).find((one) => one === given['in']);
  if (!place || name === '') return { kind: 'unsupported', what: 'API keys without a place' };
  // Some systems take the cookie of a session for a key.
  if (place === 'header' && !isSettableHeader(name) && name.toLowerCase() !== 'cookie')
    return { kind: 'unsupported', what: `API keys in the header ${name}` };
  return { kind: 'apiKey', in: place, name };
}

function toHttp(scheme: string): SecurityScheme {
  const known = (['basic', 'bearer'] as const).find((one) => one === scheme.toLowerCase());
  return known ? { kind: known } : { kind: 'unsupported', what: `the HTTP scheme ${scheme}` };
}

function toOauth(flows: JsonObject): SecurityScheme {
  if (!Object.hasOwn(flows, 'clientCredentials')) {
    return { kind: 'unsupported', what: 'OAuth flows other than client credentials' };
  }
  const flow = ownObject(flows, 'clientCredentials');
  return { kind: 'clientCredentials', tokenUrl: ownText(flow, 'tokenUrl') ?? '' };
}
