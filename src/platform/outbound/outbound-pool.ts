import { type Agent, type ProxyAgent } from 'undici';
import { type Secret } from '../../kernel/secret.js';
import { type Trust } from './trust.js';

/** The open connections of one pool, direct ones and those over the platform's proxy. */
export interface Dispatchers {
  readonly direct: Readonly<Record<Trust, Agent>>;
  readonly proxy: ProxyAgent | undefined;
}

/** What tells the connections of a pool from everybody else's. */
export interface OutboundPoolOptions {
  /** Most connections to one origin at a time; further calls wait inside the pool. */
  readonly connections: number;
  /** False where an admin chose not to have the certificate checked. */
  readonly verifiesTls: boolean;
  /** PEM of the authorities that count; the platform's own when absent. */
  readonly ca?: string | undefined;
  /** PEM of the certificate that is presented, with `key`. */
  readonly cert?: string | undefined;
  readonly key?: Secret | undefined;
}

/**
 * Connections of their own for one target, shared with nobody: whoever presents a certificate, or
 * trusts an authority, must not lend the connection to others. Made by `OutboundClient.openPool`, which
 * closes it as well.
 */
export class OutboundPool {
  /** The pool; the first call opens it. */
  dispatchers: Promise<Dispatchers> | undefined;

  constructor(readonly options: OutboundPoolOptions) {}
}
