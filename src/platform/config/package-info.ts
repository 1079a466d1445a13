import { readFileSync } from 'node:fs';

/** What the platform knows of itself from its package.json. */
export interface PackageInfo {
  readonly name: string;
  readonly version: string;
  /** The release label that packages are compared with unless PLATFORM_RELEASE says otherwise. */
  readonly release: string;
  /** Ranges of the packages that it is made of, by name. */
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Read once; the file lies three folders up from here in `src` and in `dist` alike. */
export const PACKAGE_INFO = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as PackageInfo;
