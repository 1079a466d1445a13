import { type Fault } from '../../../kernel/app-error.js';
import { canonicalNetwork } from './allowed-networks.js';

const DAY_MS = 86_400_000;
const DAYS_DEFAULT = 90;

/** For how long and from where a token is to be good, as its owner wants it. */
export interface RequestedTerms {
  /** ISO 8601; some months from now when absent. */
  readonly expires?: string | undefined;
  readonly networks?: readonly string[] | undefined;
}

/** For how long and from where a token is good. */
export interface TokenTerms {
  readonly expires: Date;
  /** In CIDR notation; empty for everywhere. */
  readonly networks: readonly string[];
}

/** The terms of a token that is made `now` and may live for `daysMax` days; or what is wrong. */
export function tokenTerms(
  { expires, networks = [] }: RequestedTerms,
  now: Date,
  daysMax: number,
): TokenTerms | { readonly faults: readonly Fault[] } {
  const days = Math.min(DAYS_DEFAULT, daysMax);
  const end = expires === undefined ? inDays(now, days) : new Date(expires);
  const canonical = networks.map((network) => canonicalNetwork(network));
  const faults = [
    ...expiryFaults(end, now, daysMax),
    ...canonical.flatMap((network, at) => (network === undefined ? [networkFault(at)] : [])),
  ];
  if (faults.length > 0) return { faults };
  const kept = canonical.filter((network) => network !== undefined);
  return { expires: end, networks: [...new Set(kept)] };
}

function expiryFaults(end: Date, now: Date, daysMax: number): readonly Fault[] {
  if (end <= now) return [{ pointer: '#/expires', detail: 'must lie in the future' }];
  if (end <= inDays(now, daysMax)) return [];
  return [{ pointer: '#/expires', detail: `must be at most ${daysMax} days from now` }];
}

function networkFault(at: number): Fault {
  return {
    pointer: `#/networks/${String(at)}`,
    detail: 'must be an IP address or a network such as 10.0.0.0/8',
  };
}

function inDays(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS);
}
