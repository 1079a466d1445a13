import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../kernel/canonical-json.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import {
  type CommitOptions,
  type DryRun,
  DRY_RUN_FORMATS,
  type DryRunFormat,
  formatOf,
} from './commit-options.js';

/** How a plan hash looks: how the dry-run was asked for, and a SHA-256. */
export const PLAN_HASH_FORM = /^(?:xml|cli|cli-c|native|native-reverse):[0-9a-f]{64}$/;

const REVERSE = 'native-reverse';

/** Everything that a plan is made of. */
export interface Plan {
  readonly adapterId: string;
  readonly body: JsonObject;
  readonly commit: CommitOptions;
  readonly dryRun: DryRun;
  /** What the orchestrator said it would do. */
  readonly result: JsonValue;
}

/**
 * The hash of a plan: the same only if the same is sent to the same orchestrator with the same flags
 * and would do the same. It says in front how the dry-run was asked for, so that it can be repeated. The
 * commit queue is no part of it: it decides when something is done, not what.
 */
export function planHash({ adapterId, body, commit, dryRun, result }: Plan): string {
  const plan = { adapterId, body, flags: [...commit.flags].sort(), result };
  const hash = createHash('sha256').update(canonicalJson(plan)).digest('hex');
  return `${dryRun.reverse ? REVERSE : formatOf(dryRun)}:${hash}`;
}

/** The dry-run that leads to hashes like this one. */
export function dryRunOf(hash: string): DryRun {
  const [asked = ''] = hash.split(':');
  if (asked === REVERSE) return { format: 'native', reverse: true };
  const format = DRY_RUN_FORMATS.find((known: DryRunFormat) => known === asked) ?? 'cli';
  return { format, reverse: false };
}
