import { readFileSync } from 'node:fs';
import { programFile } from './program-file.js';

/** What the platform knows of itself from its package.json. */
export interface PackageInfo {
  readonly name: string;
  readonly version: string;
  /** The release label that packages are compared with unless PLATFORM_RELEASE says otherwise. */
  readonly release: string;
  /** Ranges of the packages that it is made of, by name. */
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Read once. */
export const PACKAGE_INFO = JSON.parse(
  readFileSync(programFile('../package.json'), 'utf8'),
) as PackageInfo;
