import { type PlannedPackage } from '../packages/package-installer.service.js';
import { type NamedBundle, repeatedName } from '../packages/named-bundles.js';
import { type PresentDocument } from '../stored/install-plan.js';
import { type InstalledRecord } from '../stored/stored-package.js';
import { type PlannedOutcomes } from './outcomes.js';
import { AppError } from '../../../kernel/app-error.js';
import {
  type ChangePlan,
  type DocumentPlan,
  type PackagePlan,
  type PlanProblem,
} from './change-plan.js';

const NAMED_MAX = 5;

/** The package is there, and nobody said that it may be replaced. */
export function installedAlready({ name, version }: InstalledRecord): PlanProblem {
  const detail = `Package '${name}' is already installed in version ${version}`;
  return { code: 'already-installed', detail, reasons: [] };
}

/** Documents of users that the package would take over, and that are not those it brings. */
export function differences({ documents }: PackagePlan): readonly PlanProblem[] {
  const differing = documents.filter(
    ({ action, isUserChanged }) => action === 'conflict' && !isUserChanged,
  );
  if (differing.length === 0) return [];
  const reasons = differing.map(
    ({ type, name, pointers }) => `${type} '${name}' differs: ${pointers.join(', ')}`,
  );
  const detail = `The documents here are not those of the package: ${namesOf(differing)}`;
  return [{ code: 'documents-differ', detail, reasons }];
}

/** Documents that users changed where the new version changed them too. */
export function userConflicts({ name, documents }: PackagePlan): readonly PlanProblem[] {
  const inConflict = documents.filter(
    ({ action, isUserChanged }) => action === 'conflict' && isUserChanged,
  );
  if (inConflict.length === 0) return [];
  const reasons = inConflict.map(
    ({ type, name: document, pointers }) =>
      `${type} '${document}' was changed by users where the new version changes it: ${pointers.join(', ')}`,
  );
  const detail = `Users changed what the new version of package '${name}' changes too: ${namesOf(inConflict)}`;
  return [{ code: 'user-changes', detail, reasons }];
}

function namesOf(documents: readonly DocumentPlan[]): string {
  const named = documents.slice(0, NAMED_MAX).map((one) => `'${one.name}'`);
  return `${named.join(', ')}${documents.length > NAMED_MAX ? ' and others' : ''}`;
}

/** Two documents of the package have one name. */
export function repeatedNames(bundles: readonly NamedBundle[]): readonly PlanProblem[] {
  const bundle = repeatedName(bundles);
  if (!bundle) return [];
  const { type, named } = bundle;
  const detail = `The package holds two documents of type ${type} named '${named.name}'`;
  return [{ code: 'conflict', detail, reasons: [] }];
}

/** Users may have given a document of the package the name that a new one of it brings. */
export function takenWithin({ written, dropped }: PlannedOutcomes): readonly PlanProblem[] {
  const keyOf = ({ collection, nameFolded }: PresentDocument): string =>
    `${collection}\0${nameFolded}`;
  const staying = [
    ...written.flatMap(({ planned }) => (planned.isNew ? [] : [planned])),
    ...dropped.map(({ place }) => place),
  ];
  const names = new Set(staying.map((one) => keyOf(one)));
  return written.flatMap(({ planned }) => {
    if (!planned.isNew || !names.has(keyOf(planned))) return [];
    const { name, collection } = planned;
    const detail = `Names are taken: '${name}' in ${collection} by a document of the package itself`;
    return [{ code: 'name-taken', detail, reasons: [] }];
  });
}

/** Two packages of one change bring documents of the same name. */
export function namesMet(packages: readonly PlannedPackage[]): readonly PlanProblem[] {
  const owners = new Map<string, string>();
  return packages.flatMap(({ content, newDocuments, changedDocuments }) =>
    [...newDocuments, ...changedDocuments].flatMap(({ collection, name, nameFolded }) => {
      const key = `${collection}\0${nameFolded}`;
      const other = owners.get(key);
      owners.set(key, content.name);
      if (other === undefined || other === content.name) return [];
      const detail = `Packages '${other}' and '${content.name}' both bring '${name}' in ${collection}`;
      return [{ code: 'name-taken', detail, reasons: [] }];
    }),
  );
}

/** Why a plan cannot be applied: the first of its problems, and beside it all of them. */
export function refusalOf({ problems }: ChangePlan): AppError | undefined {
  const [first] = problems;
  if (!first) return undefined;
  const all = problems.map(({ code, detail, reasons }) => ({
    code,
    detail,
    reasons: [...reasons],
  }));
  return new AppError('conflict', first.detail, { code: first.code, current: { problems: all } });
}

/** Somebody names a plan that is not the one that would be applied. */
export function planChanged({ hash }: ChangePlan): AppError {
  const detail =
    'Packages, documents or repositories have changed since the plan was made; plan again';
  return new AppError('conflict', detail, { code: 'plan-changed', current: { plan: hash } });
}
