const RELEASE_BRANCH = /^release\/\d{1,4}(?:\.\d{1,3}){0,3}$/;
const VERSION_TAG = /^v?\d+\.\d+\.\d+(?:-\d+(?:\.\d+)*)?$/;

/** What the branches that belong to a release begin with; registries search by it. */
export const RELEASE_BRANCH_PREFIX = 'release/';

/** True for `release/2023.2`; other branches below `release/` are somebody's work. */
export function isReleaseBranch(name: string): boolean {
  return RELEASE_BRANCH.test(name);
}

/** True for `v1.2.3`, `1.2.3` and `1.2.3-2023.1.0`. */
export function isVersionTag(name: string): boolean {
  return name.length <= 128 && VERSION_TAG.test(name);
}
