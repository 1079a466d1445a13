import { type BuiltRequest } from './build-request.js';
import { type SecurityRequirement } from './model-operations.js';
import { type SecurityScheme, type SecuritySchemes } from './security-schemes.js';

/** Where a credential of a call goes. */
export type Credential =
  | { readonly in: 'header' | 'query' | 'cookie'; readonly name: string; readonly value: string }
  | { readonly in: 'authorization'; readonly value: string };

/** A scheme that a call must meet, with the scopes that are asked of it. */
export interface RequiredScheme {
  readonly name: string;
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
}

export type SecurityChoice =
  | { readonly kind: 'chosen'; readonly schemes: readonly RequiredScheme[] }
  | { readonly kind: 'refused'; readonly detail: string };

/**
 * The first alternative of an operation's security that the integration is configured for; the empty
 * alternative, which asks for nothing, comes last.
 * @param isConfigured whether the integration holds credentials for a scheme.
 */
export function chooseSecurity(
  requirements: readonly SecurityRequirement[],
  schemes: SecuritySchemes,
  isConfigured: (name: string) => boolean,
): SecurityChoice {
  const alternatives = requirements.map((requirement) =>
    Object.entries(requirement).map(([name, scopes]) => ({
      name,
      scopes,
      scheme: schemes.get(name),
    })),
  );
  const served = alternatives.find(
    (names) =>
      names.length > 0 && names.every(({ name, scheme }) => isServed(scheme) && isConfigured(name)),
  );
  if (served) return { kind: 'chosen', schemes: served.flatMap(known) };
  if (alternatives.length === 0 || alternatives.some((names) => names.length === 0))
    return { kind: 'chosen', schemes: [] };
  return { kind: 'refused', detail: reasonOf(alternatives) };
}

type Asked = Omit<RequiredScheme, 'scheme'> & { readonly scheme: SecurityScheme | undefined };

function known({ scheme, ...asked }: Asked): readonly RequiredScheme[] {
  return scheme ? [{ ...asked, scheme }] : [];
}

function isServed(scheme: SecurityScheme | undefined): boolean {
  return scheme !== undefined && scheme.kind !== 'unsupported';
}

function reasonOf(alternatives: readonly (readonly Asked[])[]): string {
  const possible = alternatives.filter((names) => names.every(({ scheme }) => isServed(scheme)));
  if (possible.length > 0) {
    const words = possible.map((names) => names.map(({ name }) => name).join(' and '));
    return `The integration has no credentials for ${words.join(', or ')}`;
  }
  const kinds = alternatives
    .flat()
    .map(({ name, scheme }) =>
      scheme?.kind === 'unsupported' ? scheme.what : `the undeclared scheme ${name}`,
    );
  return `The operation needs what is not supported: ${[...new Set(kinds)].join(', ')}`;
}

/** The request with its credentials; they take the place of what a caller gave of the same name. */
export function withCredentials(
  request: BuiltRequest,
  credentials: readonly Credential[],
): BuiltRequest {
  return credentials.reduce(withCredential, request);
}

function withCredential(request: BuiltRequest, credential: Credential): BuiltRequest {
  const { value } = credential;
  switch (credential.in) {
    case 'authorization':
      return { ...request, headers: { ...request.headers, authorization: value } };
    case 'header':
      return {
        ...request,
        headers: { ...request.headers, [credential.name.toLowerCase()]: value },
      };
    case 'query':
      return { ...request, query: withPair(request.query, credential.name, value) };
    case 'cookie':
      return { ...request, cookies: withPair(request.cookies, credential.name, value) };
  }
}

function withPair(pairs: readonly string[], name: string, value: string): readonly string[] {
  const key = `${encodeURIComponent(name)}=`;
  const others = pairs.flatMap((pair) => pair.split('&')).filter((pair) => !pair.startsWith(key));
  return [...others, `${key}${encodeURIComponent(value)}`];
}
