/** The ways in which a request can present an identity, strongest claim first. */
export const CREDENTIAL_FORMS = ['bearer', 'basic', 'cookie', 'query-token'] as const;
export type CredentialForm = (typeof CREDENTIAL_FORMS)[number];

/** A token of ours, in whichever place it was sent. */
export interface PresentedToken {
  readonly form: 'bearer' | 'cookie' | 'query-token';
  readonly token: string;
}

/** User name and password, sent with the request. */
export interface PresentedPassword {
  readonly form: 'basic';
  readonly username: string;
  readonly password: string;
}

/** Something that was meant as a credential and cannot be one; `fault` says why, in a sentence. */
export interface UnusableCredential {
  readonly form: CredentialForm | 'authorization';
  readonly fault: string;
}

export type UsableCredential = PresentedToken | PresentedPassword;
export type PresentedCredential = UsableCredential | UnusableCredential;

/** The parts of a request that can carry a credential. */
export interface CredentialSources {
  readonly authorization?: string | undefined;
  readonly cookie?: string | undefined;
  /** Path with query string. */
  readonly url: string;
}

/** True for what was sent as a credential but cannot be tried. */
export function isUnusable(credential: PresentedCredential): credential is UnusableCredential {
  return 'fault' in credential;
}

/**
 * The one credential that a request presents: the header before the cookie before `?token=`
 * (ADR 0041). A bad one is still the chosen one, because falling through to a weaker place would
 * let a stale or planted credential decide who the caller is.
 * @returns undefined when nothing was presented.
 */
export function presentedCredential(
  { authorization, cookie, url }: CredentialSources,
  cookieName: string,
): PresentedCredential | undefined {
  if (authorization !== undefined) return fromHeader(authorization);
  const fromCookie = single('cookie', cookie === undefined ? [] : cookieValues(cookie, cookieName));
  return fromCookie ?? single('query-token', queryTokens(url));
}

function fromHeader(header: string): PresentedCredential {
  const scheme = /^\S*/.exec(header)?.[0] ?? '';
  const rest = header.slice(scheme.length).trim();
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return /^\S+$/.test(rest)
        ? { form: 'bearer', token: rest }
        : { form: 'bearer', fault: 'The Bearer credential is not one token' };
    case 'basic':
      return fromBasic(rest);
    default:
      return {
        form: 'authorization',
        fault: 'The Authorization header is neither Bearer nor Basic',
      };
  }
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
// RFC 7617, section 2: neither part may hold a control character.
const CONTROL = /\p{Cc}/u;

function fromBasic(encoded: string): PresentedCredential {
  const pair = BASE64.test(encoded) ? decodeUtf8(Buffer.from(encoded, 'base64')) : undefined;
  const colon = pair?.indexOf(':') ?? -1;
  if (pair === undefined || colon < 1 || CONTROL.test(pair)) {
    return { form: 'basic', fault: 'The Basic credential is not name:password in Base64' };
  }
  return { form: 'basic', username: pair.slice(0, colon), password: pair.slice(colon + 1) };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Two different values of one name are a bad credential: whoever planted the other must not win. */
function single(
  form: PresentedToken['form'],
  values: readonly string[],
): PresentedCredential | undefined {
  const [token] = values;
  if (token === undefined) return undefined;
  if (values.some((value) => value !== token)) {
    return { form, fault: 'Two different tokens were presented in one place' };
  }
  return token === '' ? { form, fault: 'The presented token is empty' } : { form, token };
}

/** Values of a cookie; an emptied one (`token=`) is what signing out leaves behind and is no value. */
function cookieValues(header: string, name: string): readonly string[] {
  if (!header.includes(name)) return [];
  return header.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 0 || pair.slice(0, equals).trim() !== name) return [];
    const value = pair
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    return value === '' ? [] : [value];
  });
}

/** Values of `token` in a query string, read without the router's parser, which runs later. */
function queryTokens(url: string): readonly string[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  return url
    .slice(start + 1)
    .split('&')
    .flatMap((pair) => {
      const equals = pair.indexOf('=');
      const key = equals < 0 ? pair : pair.slice(0, equals);
      if (decodeQuery(key) !== 'token') return [];
      return [equals < 0 ? '' : decodeQuery(pair.slice(equals + 1))];
    });
}

function decodeQuery(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
