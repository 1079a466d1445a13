import { isIP } from 'node:net';
import { type Fault } from '../../../kernel/app-error.js';
import { addressRefusal } from '../../../platform/outbound/address-policy.js';
import { HostList } from '../../../platform/config/host-list.js';
import { urlRefusal } from '../../../platform/outbound/target-url.js';
import { isPlaceholder } from '../../../platform/secrets/placeholders.js';
import { pathRefusal } from '../../../cores/restconf/legal-path.js';
import {
  type AdapterAuth,
  type AdapterSettings,
  type AdapterTls,
  type AuthType,
} from './adapter.js';
import { type AdapterWrite } from './adapter-settings.js';
import { certificatesOf, privateKeyOf } from './pem.js';

/** Nothing that a header carries may end its line. */
const TOKEN = /^[\x21-\x7e]+$/;
const BASE = /^https?:\/\/[^/\\\s]+(\/[^\\]*)?$/i;
const CONTROL = /\p{Cc}/u;
/** Which kind of authentication uses what. */
const CREDENTIALS = [
  { field: 'username', type: 'basic' },
  { field: 'password', type: 'basic' },
  { field: 'token', type: 'bearer' },
] as const;
const NOWHERE = new HostList([], { includesSubdomains: false });

/**
 * What of an adapter could never work, or would lead its calls astray; each with its place.
 * @param settings with the secrets in the clear, as far as they were just written.
 */
export function settingsFaults(settings: AdapterSettings): readonly Fault[] {
  return [
    ...faultAt('#/baseUrl', baseUrlRefusal(settings.baseUrl)),
    ...faultAt('#/healthPath', pathRefusal(settings.healthPath)),
    ...authFaults(settings.auth),
    ...tlsFaults(settings.tls),
  ];
}

/**
 * Credentials that the kind of authentication has no use for: whoever writes one counts on it. What is
 * merely written back, a placeholder or the stored name, is left out without a word.
 * @param type the kind that is to be; `present` is what is stored, undefined for a new adapter.
 */
export function unusedCredentials(
  type: AuthType,
  written: Partial<AdapterWrite['auth']> = {},
  present?: AdapterAuth,
): readonly Fault[] {
  return CREDENTIALS.flatMap(({ field, type: user }) => {
    const text = written[field] ?? '';
    const isNews = text !== '' && !isPlaceholder(text) && text !== present?.[field];
    return user === type || !isNews
      ? []
      : [{ pointer: `#/auth/${field}`, detail: `is not used with auth type ${type}` }];
  });
}

/** Why a text cannot be the base of calls; undefined when it can. */
export function baseUrlRefusal(text: string): string | undefined {
  const refusal = urlRefusal(text);
  if (refusal !== undefined) return refusal;
  if (/[?#]/.test(text)) return 'must not have a query or fragment';
  return basePathRefusal(text) ?? hostRefusal(new URL(text).hostname);
}

/** A parser that had to repair it would send calls elsewhere than is written there. */
function basePathRefusal(text: string): string | undefined {
  const parts = BASE.exec(text);
  if (!parts) return 'can be read in two ways';
  const [, path = '/'] = parts;
  if (path === '/') return undefined;
  const refusal = path === new URL(text).pathname ? pathRefusal(path) : 'can be read in two ways';
  return refusal && `has a path that ${refusal}`;
}

function hostRefusal(host: string): string | undefined {
  const hostname = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(hostname) === 0) return undefined;
  const refusal = addressRefusal({ address: hostname, hostname, trust: 'configured' }, NOWHERE);
  return refusal && `must not be called: ${refusal}`;
}

/** Empty names and passwords are legal (RFC 7617); a token is not empty (RFC 6750). */
function authFaults({ type, username, password, token }: AdapterAuth): readonly Fault[] {
  const isToken = type !== 'bearer' || TOKEN.test(token);
  const isName = !username.includes(':') && !CONTROL.test(username);
  const isPassword = !CONTROL.test(password);
  return [
    ...faultAt('#/auth/token', isToken ? undefined : 'must be printable ASCII, for bearer'),
    ...faultAt(
      '#/auth/username',
      isName ? undefined : 'must not have a colon or control characters',
    ),
    ...faultAt('#/auth/password', isPassword ? undefined : 'must not have control characters'),
  ];
}

/** @param tls its key in the clear when it was just written, else sealed, which is not looked at. */
function tlsFaults({ ca, cert, key }: AdapterTls): readonly Fault[] {
  return [
    ...faultAt('#/tls/ca', certificatesRefusal(ca)),
    ...faultAt('#/tls/cert', certificatesRefusal(cert)),
    ...faultAt('#/tls/key', keyRefusal(cert, key)),
  ];
}

function certificatesRefusal(pem: string): string | undefined {
  if (pem === '' || certificatesOf(pem) !== undefined) return undefined;
  return 'must be certificates in PEM';
}

function keyRefusal(cert: string, pem: string): string | undefined {
  if (pem === '') return cert === '' ? undefined : 'is needed beside the certificate';
  const key = privateKeyOf(pem);
  if (!key) return 'must be a private key in PEM, without passphrase';
  if (cert === '') return 'needs its certificate in cert';
  const own = certificatesOf(cert)?.[0];
  return own && !own.checkPrivateKey(key) ? 'does not belong to the certificate' : undefined;
}

function faultAt(pointer: string, detail: string | undefined): readonly Fault[] {
  return detail === undefined ? [] : [{ pointer, detail }];
}
