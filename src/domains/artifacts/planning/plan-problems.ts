import { type PlannedPackage } from '../packages/package-installer.service.js';
import { type InstalledRecord } from '../stored/stored-package.js';
import { type PackagePlan, type PlanProblem } from './change-plan.js';

const NAMED_MAX = 5;

/** The package is there, and nobody said that it may be replaced. */
export function installedAlready({ name, version }: InstalledRecord): PlanProblem {
  const detail = `Package '${name}' is already installed in version ${version}`;
  return { code: 'already-installed', detail, reasons: [] };
}

/** Documents that users changed where the new version changed them too. */
export function userConflicts({ name, documents }: PackagePlan): readonly PlanProblem[] {
  const inConflict = documents.filter(({ action }) => action === 'conflict');
  if (inConflict.length === 0) return [];
  const reasons = inConflict.map(
    ({ type, name: document, pointers }) =>
      `${type} '${document}' was changed by users where the new version changes it: ${pointers.join(', ')}`,
  );
  const named = inConflict.slice(0, NAMED_MAX).map((one) => `'${one.name}'`);
  const more = inConflict.length > NAMED_MAX ? ' and others' : '';
  const detail = `Users changed what the new version of package '${name}' changes too: ${named.join(', ')}${more}`;
  return [{ code: 'user-changes', detail, reasons }];
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
