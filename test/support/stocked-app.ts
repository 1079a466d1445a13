import { aWorkflow, anArtifact } from './factories/an-artifact.js';
import { TestRepositories } from './factories/a-repository.js';
import { type Answer, type CallOptions, startApp, type TestApp } from './start-app.js';

/** Operation 3, as far as tests of lists look at it. */
export interface InstalledList {
  readonly packages: readonly { readonly name: string }[];
  readonly total: number;
}

/** Operation 1, as far as tests of lists look at it. */
export interface CataloguePage {
  readonly results: {
    readonly results: readonly {
      readonly name: string;
      readonly versionStatus: { readonly status: string; readonly platform_version: string };
    }[];
    readonly total: number;
    readonly page: number;
    readonly 'total-pages': number;
  };
}

/** The packages of a test: those that are offered with their releases, and the names of those installed. */
export interface Stock {
  readonly offered: readonly { readonly version: string; readonly keywords: readonly string[] }[];
  readonly installed: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The platform with a repository of its own and installed packages, and the calls that list them. */
export class StockedApp {
  private constructor(
    readonly platform: TestApp,
    private readonly repositories: TestRepositories,
  ) {}

  /** Offers `@acme/offered-0` and so on, and installs the named packages. */
  static async start(name: string, { offered, installed, env }: Stock): Promise<StockedApp> {
    const repositories = await TestRepositories.create();
    for (const [index, { version, keywords }] of offered.entries()) {
      const metadata = { keywords: [...keywords] };
      const artifact = anArtifact({ name: `@acme/offered-${index}`, version, metadata });
      await repositories.put('', String(index), artifact);
    }
    const roots = { LOCAL_REPOSITORY_ROOTS: repositories.root };
    const stocked = new StockedApp(
      await startApp(name, { env: { ...roots, ...env } }),
      repositories,
    );
    for (const [index, one] of installed.entries()) await stocked.install(one, index);
    return stocked;
  }

  async close(): Promise<void> {
    await this.platform.close();
    await this.repositories.remove();
  }

  async ask<T>(path: string, query: string, options: CallOptions = {}): Promise<Answer<T>> {
    return this.platform.as<T>('admin', 'GET', query === '' ? path : `${path}?${query}`, options);
  }

  async installed(query: string, options?: CallOptions): Promise<Answer<InstalledList>> {
    return this.ask('/admin/artifacts', query, options);
  }

  async catalogue(query: string, options?: CallOptions): Promise<Answer<CataloguePage>> {
    return this.ask('/prebuilts-repository', query, options);
  }

  private async install(name: string, index: number): Promise<void> {
    // Names of documents become file names, which may not hold everything that a package's may.
    const bundles = [{ type: 'workflow', data: aWorkflow(`Workflow ${index}`) }];
    const body = { artifact: anArtifact({ name, bundles }) };
    const { status, text } = await this.platform.as('admin', 'POST', '/admin/artifacts', { body });
    if (status !== 200) throw new Error(`${name} cannot be installed: ${text}`);
  }
}

/** `@acme/number-07`: names whose order is that of their numbers. */
export function numbered(number: number): string {
  return `@acme/number-${String(number).padStart(2, '0')}`;
}

/** `numbered(1)` to `numbered(count)`. */
export function numberedUpTo(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => numbered(index + 1));
}

/** Names of an answer of operation 3. */
export function namesOf({ json: { packages } }: Answer<InstalledList>): readonly string[] {
  return packages.map(({ name }) => name);
}

/** The status of an answer and the pointers in it, if it is a refusal. */
export function refusalOf({ status, json }: Answer): readonly (number | string)[] {
  const { errors = [] } = json as { readonly errors?: readonly { readonly pointer: string }[] };
  return [status, ...errors.map(({ pointer }) => pointer)];
}
