import { createHash } from 'node:crypto';
import { canonicalJson, type Canonical } from '../../../kernel/canonical-json.js';
import { type ResolvedPackage } from '../resolving/resolution.js';
import { type ChangePlan, type PackagePlan } from './change-plan.js';

/** A plan before it has its hash. */
export type UnhashedPlan = Pick<ChangePlan, 'packages' | 'problems' | 'missing' | 'mismatching'> & {
  readonly resolved: readonly ResolvedPackage[];
};

/**
 * What a plan is named by: SHA-256, in hex, of the canonical JSON of what it decides (packages with
 * their versions, what becomes of each document, what stands in the way) and of what it was decided
 * on (revisions of installed packages, hashes of the documents that stand here, the packages that
 * come, where from and who signed them). Another hash says that the world has moved since somebody
 * looked at the plan. Ids that documents will get are no part of it, they are drawn anew each time.
 */
export function planHash(plan: UnhashedPlan): string {
  const { packages, problems, missing, mismatching, resolved } = plan;
  const decided: Canonical = {
    packages: packages.map((one) => packagePart(one)),
    installed: resolved.map(({ nameFolded, installed }) => [
      nameFolded,
      installed?.id ?? null,
      installed?.revision ?? null,
    ]),
    problems: problems.map(({ code, detail }) => [code, detail]),
    missing: missing.map(({ dependency, range }) => [dependency, range]),
    mismatching: mismatching.map(({ dependency, range, running }) => [dependency, range, running]),
  };
  return createHash('sha256').update(canonicalJson(decided)).digest('hex');
}

function packagePart({ name, action, from, to, origin, documents }: PackagePlan): Canonical {
  return {
    name,
    action,
    from,
    to,
    origin: origin && [origin.config, origin.ref, origin.integrity],
    signature: origin && [origin.signature.state, origin.signature.key],
    documents: documents.map((one) => [one.type, one.name, one.action, one.seen, one.pointers]),
  };
}
