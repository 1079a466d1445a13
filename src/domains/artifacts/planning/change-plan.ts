import { createHash } from 'node:crypto';
import { type JsonObject } from '../../../kernel/json.js';
import { type Canonical, canonicalJson } from '../../../kernel/canonical-json.js';
import { type PackageOrigin } from '#domains/catalogue/trust/package-trust.js';
import { type PlannedPackage } from '../packages/package-installer.service.js';
import { type InstalledRecord } from '../stored/stored-package.js';
import {
  type PackageAction,
  type RequiredBy,
  type Resolution,
  type ResolvedPackage,
} from '../resolving/resolution.js';
import { type DocumentAction } from './document-outcome.js';

/** What a change does to one document of a package. */
export interface DocumentPlan {
  readonly type: string;
  readonly name: string;
  readonly action: DocumentAction;
  /** Users changed it since its package brought it. */
  readonly isUserChanged: boolean;
  /** Places that both users and the new version changed; the first of them. */
  readonly pointers: readonly string[];
  /** Hash of what stands there now; null where nothing does. */
  readonly seen: string | null;
  /** What people compare; absent where nothing differs, or one of both is not there. */
  readonly compared?: ComparedVersions;
  /** The caller may not see it, and nothing becomes of it: it is left out of what he is shown. */
  readonly isHidden?: boolean;
}

/** What stands there, and what will; of what stays as users left it, what the package brings. */
export interface ComparedVersions {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** What a change does to one package. */
export interface PackagePlan {
  readonly name: string;
  readonly action: PackageAction;
  readonly from: string | null;
  readonly to: string | null;
  readonly isAsked: boolean;
  /** Where the new version comes from; null for what is kept or removed. */
  readonly origin: PackageOrigin | null;
  readonly requiredBy: readonly RequiredBy[];
  readonly documents: readonly DocumentPlan[];
}

/** Why a change cannot be made as it is asked for. */
export interface PlanProblem {
  /** Stable name for programs; also the code of the refusal. */
  readonly code: string;
  /** One sentence for people. */
  readonly detail: string;
  /** The reasoning behind it, one sentence each. */
  readonly reasons: readonly string[];
}

/** One package that a change installs, for the record of it. */
export interface PlannedInstall {
  readonly planned: PlannedPackage;
  /** The installed version; null for one that is added. */
  readonly replaced: InstalledRecord | null;
  /** The package document as it came. */
  readonly document: JsonObject;
}

/** Something that will not work in a document that is taken all the same. */
export interface DocumentWarning {
  readonly type: string;
  readonly name: string;
  readonly message: string;
}

/** What a change of the installed packages would do. Nothing is written by it. */
export interface ChangePlan extends Pick<
  Resolution,
  'missing' | 'mismatching' | 'duplicates' | 'notes'
> {
  /** Stands for everything that was decided, and for what it was decided on. */
  readonly hash: string;
  /** Removals first, dependents before what they need; then installs, dependencies first. */
  readonly packages: readonly PackagePlan[];
  /** Empty when it can be applied. */
  readonly problems: readonly PlanProblem[];
  /** What will not work in the documents that are written; the first of them. */
  readonly warnings: readonly DocumentWarning[];
  /** What applying it writes: dependencies first. */
  readonly installs: readonly PlannedInstall[];
  /** What applying it removes: dependents first. */
  readonly removals: readonly InstalledRecord[];
}

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
