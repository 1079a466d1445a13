import { Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { AdapterAccessWrite } from './adapter-access.dto.js';
import {
  ADAPTER_TYPE_NAMES,
  type AdapterType,
  AUTH_TYPES,
  type AuthType,
  type Northbound,
  NORTHBOUNDS,
} from './adapter.js';

export const NAME = {
  min: 1,
  max: 200,
  pattern: /^(?!\.{1,2}$)(?=.*\S)[^\p{Cc}\p{Cs}]*$/u,
  example: 'Local NSO',
} as const;
const PEM = { max: 65_536, optional: true } as const;
const CERTIFICATES = { ...PEM, pattern: /^(?:$|\s*-----BEGIN CERTIFICATE-----)/ } as const;
/** A placeholder keeps what is stored. */
const PRIVATE_KEY = {
  ...PEM,
  format: 'password',
  pattern: /^(?:$|<[A-Z_]{1,20}>$|\s*-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----)/,
} as const;
export const SECRET = { max: 4096, optional: true, format: 'password' } as const;
export const KEEPS = 'the placeholder or nothing keeps the stored one, as long as its target stays';

/** How the platform says who it is. */
export class AdapterAuthWrite {
  @OneOf(AUTH_TYPES, { optional: true, example: 'basic' })
  readonly type?: AuthType;

  @Text({
    max: 256,
    optional: true,
    pattern: /^[^:\p{Cc}]*$/u,
    note: 'For basic alone, as the password is',
    example: 'admin',
  })
  readonly username?: string;

  @Text({ ...SECRET, pattern: /^\P{Cc}*$/u, note: `For basic; ${KEEPS}` })
  readonly password?: string;

  @Text({ ...SECRET, max: 16_384, pattern: /^[\x21-\x7e]*$/, note: `For bearer; ${KEEPS}` })
  readonly token?: string;
}

/** How connections are made. */
export class AdapterTlsWrite {
  @Flag({ optional: true, note: 'false leaves the certificate of the server unchecked' })
  readonly verify?: boolean;

  @Text({
    ...CERTIFICATES,
    note: 'PEM of the authorities that count, in the place of the usual ones; others need password or token again',
  })
  readonly ca?: string;

  @Text({ ...CERTIFICATES, note: 'PEM of the certificate that the platform presents' })
  readonly cert?: string;

  @Text({ ...PRIVATE_KEY, note: `PEM of its key, without passphrase; ${KEEPS}` })
  readonly key?: string;
}

/** When calls are refused without a try. */
export class AdapterCircuitWrite {
  @Whole({ min: 1, max: 1000, optional: true, note: 'Failures in a row; 5 when absent' })
  readonly failures?: number;

  @Whole({ min: 100, max: 3_600_000, optional: true, note: 'Milliseconds; 30000 when absent' })
  readonly resetMs?: number;
}

/** What can be said of an adapter beside its name and its address. */
export class AdapterFields {
  @OneOf(ADAPTER_TYPE_NAMES, { optional: true, note: 'restconf when absent' })
  readonly type?: AdapterType;

  @Text({ max: 1024, optional: true })
  readonly description?: string;

  @Nested(() => AdapterAuthWrite, { optional: true })
  readonly auth?: AdapterAuthWrite;

  @Nested(() => AdapterTlsWrite, { optional: true })
  readonly tls?: AdapterTlsWrite;

  @Whole({
    min: 100,
    max: 600_000,
    optional: true,
    note: 'Milliseconds for a whole call, waiting and repeats included; OUTBOUND_TIMEOUT_MS when absent',
  })
  readonly timeoutMs?: number;

  @Whole({ min: 1, max: 256, optional: true, note: 'Calls at a time on each node; 8 when absent' })
  readonly maxConnections?: number;

  @Whole({
    min: 0,
    max: 10,
    optional: true,
    note: 'Repeats of calls that may be done twice; 2 when absent',
  })
  readonly retries?: number;

  @Nested(() => AdapterCircuitWrite, { optional: true })
  readonly circuitBreaker?: AdapterCircuitWrite;

  @Whole({
    min: 1024,
    max: 268_435_456,
    optional: true,
    note: 'Largest answer; OUTBOUND_RESPONSE_LIMIT_BYTES when absent',
  })
  readonly responseLimitBytes?: number;

  @Flag({ optional: true, note: 'true when absent' })
  readonly enabled?: boolean;

  @OneOf(NORTHBOUNDS, {
    optional: true,
    note: 'How options of a commit travel: as flags of the query (flat), or as one tree (params)',
  })
  readonly northbound?: Northbound;

  @Text({
    min: 1,
    max: 1024,
    pattern: /^\/[\w\-.~!$&'()*+,;=:@/%?]*$/,
    optional: true,
    note: 'Path below the base that a look at the system asks for; RFC 8040, 3.3.3 when absent',
    example: '/restconf/yang-library-version',
  })
  readonly healthPath?: string;

  @Nested(() => AdapterAccessWrite, { optional: true, note: 'Who may use it, in whatever way' })
  readonly access?: AdapterAccessWrite;
}

export const BASE_URL = {
  min: 1,
  max: 2048,
  pattern: /^https?:\/\/[^\s/?#@\\]+(?:\/[^\s?#\\]*)?$/i,
  note: 'http or https, with a base path if there is one; hosts on private networks are allowed',
  example: 'https://nso.example:8888',
} as const;
