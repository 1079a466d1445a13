import { type PackageOrigin } from '#domains/catalogue/trust/package-origin.js';
import { type ChangePlan, type DocumentPlan, type PackagePlan } from './change-plan.js';
import { DocumentDiffs } from './document-diffs.js';
import {
  type ChangedPackage,
  type ChangePlanAnswer,
  type PlannedDocumentChange,
  type PlannedOrigin,
  type PlannedPackageChange,
} from './plan.dto.js';

/** A plan in the words of the interface. */
export function toPlanAnswer(plan: ChangePlan): ChangePlanAnswer {
  const { hash, packages, problems, warnings, missing, mismatching, duplicates, notes } = plan;
  const diffs = new DocumentDiffs();
  return {
    hash,
    applicable: problems.length === 0,
    packages: packages.map((one) => toPackage(one, diffs)),
    problems,
    warnings,
    missing,
    mismatching,
    notes: [...notes, ...duplicates.map(({ message }) => message)],
  };
}

/** What a plan changes, without its documents: what is kept does not change. */
export function toChangedPackages({ packages }: ChangePlan): readonly ChangedPackage[] {
  return packages
    .filter(({ action }) => action !== 'keep')
    .map(({ name, action, from, to }) => ({ name, action, from, to }));
}

function toPackage(plan: PackagePlan, diffs: DocumentDiffs): PlannedPackageChange {
  const { name, action, from, to, isAsked, origin, requiredBy, documents } = plan;
  return {
    name,
    action,
    from,
    to,
    asked: isAsked,
    origin: origin && toOrigin(origin),
    requiredBy: requiredBy.map((one) => ({ ...one })),
    documents: documents.map((one) => ({ ...toDocument(one), diff: diffs.of(one) })),
  };
}

/** Built by name: the signature itself is for nobody to read in a plan. */
function toOrigin({ config, ref, integrity, signature }: PackageOrigin): PlannedOrigin {
  return { config, ref, integrity, signature: signature.state };
}

function toDocument({ isUserChanged, ...plan }: DocumentPlan): Omit<PlannedDocumentChange, 'diff'> {
  const { type, name, action, pointers } = plan;
  return { type, name, action, userChanged: isUserChanged, pointers };
}
