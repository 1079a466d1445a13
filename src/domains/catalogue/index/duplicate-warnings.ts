import { type Advantage, type ShadowedPackage } from '../visibility/shadowed-packages.js';
import { type IndexedEntry } from './catalogue-entry.js';
import { type CatalogueWarning } from './catalogue-scope.service.js';
import { type CatalogueView } from './catalogue-view.js';

/** What of an entry tells of the packages that it hides. */
export type HidingEntry = Pick<IndexedEntry, 'config' | 'name' | 'version' | 'alsoIn' | 'behind'>;

const REASONS: Readonly<Record<Advantage, string>> = {
  branch: 'it is on a release branch, the other one is not',
  'default-branch': 'it is on the default branch, which serves where no release branch does',
  release: 'it is made for a higher release',
  nearer: 'it is made for a lower release, the nearest to what is asked',
  version: 'its version is higher',
  config: 'its name comes first',
  place: 'its place in the repository comes first',
};
const REASON_OF_CONFIG = 'the name of its repository comes first';

/**
 * Which of several packages with one name counts, and why, one sentence for each that does not. A
 * page of one configuration tells of those in it alone.
 */
export function duplicateWarnings(
  { config, name, version, alsoIn = [], behind = [] }: HidingEntry,
  view: CatalogueView,
): readonly CatalogueWarning[] {
  const others = behind.filter((one) => view.kind === 'merged' || one.config === config);
  const twins = view.kind === 'merged' ? alsoIn : [];
  return [
    ...twins.map((other) => ({
      config: other,
      package: name,
      message: `${version} lies in ${config} too, which counts: ${REASONS.config}`,
    })),
    ...others.map((one) => ({
      config: one.config,
      package: one.name,
      message: sentence(one, { config, name, version }),
    })),
  ];
}

function sentence(
  { config, name, version, advantage }: ShadowedPackage,
  shown: Pick<HidingEntry, 'config' | 'name' | 'version'>,
): string {
  const isOneName = name === shown.name;
  const winner = isOneName ? shown.version : `'${shown.name}' ${shown.version}`;
  const where = config === shown.config ? 'the same repository' : shown.config;
  const reason = advantage === 'config' ? REASON_OF_CONFIG : REASONS[advantage];
  const folded = isOneName ? '' : '; names that differ in case or Unicode form alone are one';
  return `${version} stands behind ${winner} of ${where}, which counts: ${reason}${folded}`;
}
