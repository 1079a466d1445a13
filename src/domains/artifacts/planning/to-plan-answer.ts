import { unifiedDiff } from '../../../cores/differences/unified-diff.js';
import { canonicalJson } from '../../../kernel/canonical-json.js';
import { type JsonObject } from '../../../kernel/json.js';
import { maskedData } from '../../../platform/secrets/masked-data.js';
import { type PackageOrigin } from '#domains/catalogue/trust/package-trust.js';
import { isStamp } from '../merging/document-stamps.js';
import { type ChangePlan, type DocumentPlan, type PackagePlan } from './change-plan.js';
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
    documents: documents
      .filter(({ isHidden }) => !isHidden)
      .map((one) => ({ ...toDocument(one), diff: diffs.of(one) })),
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

/** So long are the differences of one plan together, and so long is a document that is compared. */
const LENGTH_MAX = 1024 * 1024;
const DOCUMENT_LENGTH_MAX = 512 * 1024;
const LABELS = { before: 'here', after: 'package' };

/** How the documents of one plan differ, for people: as long as there is room for it. */
export class DocumentDiffs {
  private left = LENGTH_MAX;

  /** A unified difference of the JSON; null where there is nothing to compare, or no room. */
  of({ compared }: Pick<DocumentPlan, 'compared'>): string | null {
    if (compared === undefined) return null;
    const [before, after] = [textOf(compared.before), textOf(compared.after)];
    if (Math.max(before.length, after.length) > DOCUMENT_LENGTH_MAX) return null;
    const diff = unifiedDiff(before, after, { labels: LABELS });
    if (diff.length > this.left) return null;
    this.left -= diff.length;
    return diff;
  }
}

/** One member a line, by name: the order in which somebody wrote them, and the stamps, say nothing. */
function textOf(document: JsonObject): string {
  const said = Object.entries(document).filter(([member]) => !isStamp(member));
  const ordered = canonicalJson(maskedData(Object.fromEntries(said)));
  return `${JSON.stringify(JSON.parse(ordered), null, 2)}\n`;
}
