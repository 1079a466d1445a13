import { numericSuffix } from './version.js';

const LABEL = /^\d{1,4}(?:\.\d{1,3}){0,3}$/;
const RELEASE_BRANCH = /^release\/(.+)$/;
/** A suffix names a release only when it begins with a year; `1.0.0-3` does not. */
const YEAR_MIN = 1000;

/** A key above that of every release label. */
export const RELEASE_KEY_END = 1e14;

/**
 * A release label as one number, so that labels compare as they read: 2023.10 after 2023.2.
 * Null when the text is no label. Four parts of up to 4, 3, 3 and 3 digits stay exact.
 */
export function releaseKey(label: string): number | null {
  if (!LABEL.test(label)) return null;
  const [first = 0, second = 0, third = 0, fourth = 0] = label.split('.').map(Number);
  return first * 1e9 + second * 1e6 + third * 1e3 + fourth;
}

/** Where a package may say which release it is made for. */
export interface ReleaseEvidence {
  /** The branch it was read from, when its repository has branches. */
  readonly branch?: string | undefined;
  /** `platformVersion` of its manifest. */
  readonly platformVersion?: string | undefined;
  readonly version: string;
}

/**
 * The release that a package is made for: its `release/X.Y` branch, else what its manifest says,
 * else the suffix of its version (`1.0.14-2023.2.1` is made for 2023.2). Null when it does not say:
 * such a package counts as made for the running release.
 */
export function releaseLabel(evidence: ReleaseEvidence): string | null {
  const branch = evidence.branch && RELEASE_BRANCH.exec(evidence.branch)?.[1];
  const told = [branch, evidence.platformVersion, suffixRelease(evidence.version)];
  return told.find((label) => label !== undefined && releaseKey(label) !== null) ?? null;
}

function suffixRelease(version: string): string | undefined {
  const [year, minor] = numericSuffix(version);
  if (year === undefined || minor === undefined || year < YEAR_MIN) return undefined;
  return `${year}.${minor}`;
}
