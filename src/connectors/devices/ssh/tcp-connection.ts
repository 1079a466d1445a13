import { connect, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { errorCode } from '../../../platform/database/launcher/error-code.js';
import {
  assertAddressesAllowed,
  checkedLookup,
  type ResolveHost,
} from '../../../platform/outbound/checked-lookup.js';
import { type AddressValidator } from '../../../platform/outbound/address-policy.js';
import { deviceUnreachable } from '../device-failures.js';
import { AppError } from '../../../kernel/app-error.js';

const WORDS: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'its name cannot be resolved at present',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it broke the connection',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to its network',
  ENOTFOUND: 'its name is unknown',
  ETIMEDOUT: 'it does not answer',
};

/** How names are found, and which addresses may be connected to. */
export interface WayRules {
  readonly resolve: ResolveHost;
  readonly refusalOf: AddressValidator;
}

/** A host and port of a device or its jump host. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/**
 * Addresses in any spelling that resolvers understand are judged as what they mean.
 * @throws AppError `upstream-failed` (code `forbidden-target`).
 */
function assertHostAllowed(host: string, refusalOf: AddressValidator): void {
  const plain = host.replace(/^\[(.*)\]$/, '$1');
  if (!ipaddr.isValid(plain)) return;
  assertAddressesAllowed([plain], host, refusalOf);
}

/**
 * The rules for a host that another host will connect to: what this one resolves is judged; a name
 * that only the other one knows is left to it.
 * @throws AppError `upstream-failed` (code `forbidden-target`).
 */
export async function assertForwardAllowed(
  host: string,
  { resolve, refusalOf }: WayRules,
): Promise<void> {
  assertHostAllowed(host, refusalOf);
  const addresses = await resolve(host).catch(() => []);
  const texts = addresses.map(({ address }) => address);
  assertAddressesAllowed(texts, host, refusalOf);
}

/**
 * A connection to a checked and pinned address.
 * @throws AppError `upstream-failed` (codes `device-unreachable`, `forbidden-target`).
 */
export async function connectTcp(
  { host, port }: Endpoint,
  { resolve, refusalOf }: WayRules,
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted();
  assertHostAllowed(host, refusalOf);
  return new Promise((resolved, rejected) => {
    const lookup = checkedLookup(resolve, refusalOf);
    const socket = connect({ host: host.replace(/^\[(.*)\]$/, '$1'), port, lookup });
    const stop = (): void => {
      socket.destroy();
      rejected(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
    // Stays: a socket that fails later must not end the process.
    socket.on('error', (error) => {
      signal.removeEventListener('abort', stop);
      rejected(toFailure(error, host));
    });
    socket.once('connect', () => {
      signal.removeEventListener('abort', stop);
      socket.setNoDelay(true);
      resolved(socket);
    });
  });
}

function toFailure(error: unknown, host: string): AppError {
  if (error instanceof AppError) return error;
  const code = errorCode(error) ?? firstCode(error);
  return deviceUnreachable(host, WORDS[code ?? ''] ?? code ?? 'unknown reason');
}

/** Several addresses fail together. */
function firstCode(error: unknown): string | undefined {
  return error instanceof AggregateError ? errorCode(error.errors[0]) : undefined;
}
