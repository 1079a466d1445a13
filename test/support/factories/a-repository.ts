import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type JsonObject } from '../../../src/kernel/json.js';

/** A directory of packages that a test fills; `root` is what LOCAL_REPOSITORY_ROOTS must name. */
export class TestRepositories {
  private constructor(readonly root: string) {}

  static async create(): Promise<TestRepositories> {
    return new TestRepositories(await mkdtemp(join(tmpdir(), 'netadmin-repositories-')));
  }

  path(...parts: readonly string[]): string {
    return join(this.root, ...parts);
  }

  /** Makes an empty repository; answers the path to configure. */
  async make(repository: string): Promise<string> {
    await mkdir(this.path(repository), { recursive: true });
    return this.path(repository);
  }

  /** Puts an artifact.json, or whatever it should be instead, into a repository. */
  async put(repository: string, folder: string, artifact: JsonObject | string): Promise<void> {
    const file = this.path(repository, folder, 'artifact.json');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof artifact === 'string' ? artifact : JSON.stringify(artifact));
  }

  async take(repository: string, folder = ''): Promise<void> {
    await rm(this.path(repository, folder), { recursive: true });
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}

/** A repository configuration as a profile holds it. */
export function aRepositoryConfig(path: string, overrides: JsonObject = {}): JsonObject {
  return {
    enabled: true,
    type: 'local',
    hostname: '',
    path,
    credentials: { token: '' },
    ...overrides,
  };
}
