import {
  isPlaceholder,
  mask,
  type Placeholder,
  type SecretTarget,
  secretToStore,
} from '../../../platform/secrets/placeholders.js';
import { type SecretBox } from '../../../platform/secrets/secret-box.js';
import { type AdapterSettings } from './adapter.js';
import { type AdapterWrite } from './adapter-settings.js';
import { certificatesOf } from './pem.js';

interface SecretPlace {
  readonly pointer: string;
  readonly placeholder: Placeholder;
  /** Whether it proves who the user is; a private key is the same whoever signs in beside it. */
  readonly isOfUser: boolean;
  readonly read: (settings: AdapterSettings) => string;
  readonly written: (write: AdapterWrite) => string | undefined;
  readonly put: (settings: AdapterSettings, text: string) => AdapterSettings;
}

/** Every secret that an adapter has. */
const PLACES: readonly SecretPlace[] = [
  {
    pointer: '#/auth/password',
    placeholder: '<PASSWORD>',
    isOfUser: true,
    read: ({ auth }) => auth.password,
    written: ({ auth }) => auth?.password,
    put: (settings, password) => ({ ...settings, auth: { ...settings.auth, password } }),
  },
  {
    pointer: '#/auth/token',
    placeholder: '<ACCESS_TOKEN>',
    isOfUser: true,
    read: ({ auth }) => auth.token,
    written: ({ auth }) => auth?.token,
    put: (settings, token) => ({ ...settings, auth: { ...settings.auth, token } }),
  },
  {
    pointer: '#/tls/key',
    placeholder: '<SECRET>',
    isOfUser: false,
    read: ({ tls }) => tls.key,
    written: ({ tls }) => tls?.key,
    put: (settings, key) => ({ ...settings, tls: { ...settings.tls, key } }),
  },
];

/** The settings as they are shown: a placeholder for each secret that is set. */
export function maskedSettings(settings: AdapterSettings): AdapterSettings {
  return PLACES.reduce(
    (shown, { read, put, placeholder }) => put(shown, mask(read(settings), placeholder)),
    settings,
  );
}

/**
 * The settings with each secret sealed. A secret that nothing was said of is kept as if its placeholder
 * had been written, and so is refused together with another target.
 * @param settings as `withWritten` makes them; `present` are the stored ones, undefined for a new adapter.
 * @throws AppError `invalid-input` as `secretToStore` does.
 */
export function sealedSettings(
  settings: AdapterSettings,
  present: AdapterSettings | undefined,
  write: AdapterWrite,
  box: SecretBox,
): AdapterSettings {
  return PLACES.reduce((sealed, { pointer, placeholder, isOfUser, read, written, put }) => {
    // A kind of authentication that does not need it has lost it already.
    if (read(settings) === '') return sealed;
    const stored = present && read(present);
    const said = written(write) ?? placeholder;
    const before = present ? targetOf(present, isOfUser) : {};
    const change = { written: said, stored, pointer, before, after: targetOf(settings, isOfUser) };
    return put(
      sealed,
      secretToStore(change, (text) => box.seal(text)),
    );
  }, settings);
}

/**
 * The settings with each secret in the clear, whether it was just written or kept; to be judged only. One
 * that cannot be read any more stays sealed.
 */
export function openedSettings(
  settings: AdapterSettings,
  present: AdapterSettings | undefined,
  write: AdapterWrite,
  box: SecretBox,
): AdapterSettings {
  return PLACES.reduce((opened, { read, written, put }) => {
    if (read(settings) === '') return opened;
    const said = written(write);
    if (said !== undefined && !isPlaceholder(said)) return put(opened, said);
    const stored = present ? read(present) : '';
    const outcome = box.tryUnseal(stored);
    return put(opened, outcome.kind === 'unsealed' ? outcome.text : stored);
  }, settings);
}

/** Everything that decides who gets to see the secrets. */
function targetOf({ baseUrl, auth, tls }: AdapterSettings, isOfUser: boolean): SecretTarget {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  return {
    host: url?.hostname,
    port: url?.port,
    url: url && `${url.protocol} ${url.pathname}`,
    username: isOfUser ? auth.username : '',
    verifiesTls: tls.verify,
    // A private key never leaves the platform, whoever asks for its proof.
    authorities: isOfUser ? authoritiesOf(tls.ca) : '',
  };
}

/** The same for the same certificates, however they are written. */
function authoritiesOf(pem: string): string {
  const prints = certificatesOf(pem)?.map(({ fingerprint256 }) => fingerprint256);
  return prints ? [...new Set(prints)].sort().join() : pem;
}
