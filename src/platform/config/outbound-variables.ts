import { isHostEntry } from './host-list.js';
import { certificatesIn } from './certificate-file.js';
import { list, secret, text, whole } from './variable.js';

const MIB = 1024 * 1024;

/** Calls to other systems: whom they may reach, how, and how long. */
export const OUTBOUND_VARIABLES = {
  allow: list('OUTBOUND_ALLOW', {
    default: [],
    accepts: isHostEntry,
    rule: 'hosts and networks',
    note: 'Hosts or networks on private addresses that documents may name in URLs.',
  }),
  timeoutMs: whole('OUTBOUND_TIMEOUT_MS', {
    default: 20_000,
    min: 10,
    max: 600_000,
    note: 'Deadline of an outbound call.',
  }),
  responseLimitBytes: whole('OUTBOUND_RESPONSE_LIMIT_BYTES', {
    default: 16 * MIB,
    min: 1024,
    max: 1024 * MIB,
    note: 'Largest answer that is read.',
  }),
  httpsProxy: secret('HTTPS_PROXY', {
    pattern: /^https?:\/\/.+/,
    rule: 'an http(s) URL',
    note: 'Proxy for outbound calls.',
  }),
  noProxy: list('NO_PROXY', { default: [], note: 'Hosts that are called without the proxy.' }),
  extraCaFile: text('EXTRA_CA_FILE', {
    default: undefined,
    accepts: (path) => certificatesIn(path) !== undefined,
    rule: 'a readable PEM file with certificates',
    note: 'PEM file with certificate authorities trusted beside the usual ones.',
  }),
} as const;
