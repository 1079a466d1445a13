import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../../kernel/json.js';
import { type RegistryPackage } from '../registry-package.js';
import { LocalRegistry } from './local.registry.js';

const NEVER = new AbortController().signal;
const LIMIT_BYTES = 1024 * 1024;

let base: string;
let path: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'local-registry-'));
  path = join(base, 'repository');
  await mkdir(path);
});
afterEach(() => rm(base, { recursive: true, force: true }));

const open = (options: Partial<ConstructorParameters<typeof LocalRegistry>[0]> = {}) =>
  new LocalRegistry({ path, roots: [base], limitBytes: LIMIT_BYTES, ...options });

async function write(file: string, content: string | JsonObject): Promise<void> {
  await mkdir(dirname(join(path, file)), { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  await writeFile(join(path, file), text);
}

async function refs(registry = open()): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const entry of registry.list(NEVER)) {
    found.push(entry.kind === 'listed' ? entry.ref : `${entry.ref} ${entry.reason}`);
  }
  return found;
}

const reasonOf = async (ref: string, registry = open()): Promise<string> => {
  try {
    await registry.fetch(ref, NEVER);
    return 'sound';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const PACKAGE_JSON = {
  name: '@acme/parts',
  version: '2.0.0',
  description: 'In parts',
  license: 'Apache-2.0',
  IAPDependencies: { 'app-mop': '' },
  scripts: { test: 'true' },
  devDependencies: { jest: '1' },
};
const location = (type: string, name: string) => ({
  id: name,
  name,
  type,
  location: `/bundles/${type}s/${name}.json`,
});

async function writeParts(folder: string, artifacts: JsonObject[]): Promise<void> {
  await write(`${folder}/package.json`, PACKAGE_JSON);
  await write(`${folder}/manifest.json`, { bundleName: 'Parts', artifacts });
}

describe('LocalRegistry', () => {
  describe('finding packages', () => {
    it('takes folders, artifact files and folders in groups, and skips what is none', async () => {
      await write('one/artifact.json', {});
      await write('two.artifact.json', {});
      await write('group/sub/three/package.json', {});
      await write('group/README.md', 'text');
      await write('.git/config.json', {});
      await write('node_modules/x/package.json', {});
      expect(await refs()).toEqual(['group/sub/three', 'one', 'two.artifact.json']);
    });

    it('takes a directory that is itself one package', async () => {
      await write('artifact.json', { metadata: { name: 'x' } });
      expect(await refs()).toEqual(['.']);
      expect((await open().fetch('.', NEVER)).document).toEqual({ metadata: { name: 'x' } });
    });

    it('does not look behind folders without end', async () => {
      await write(`${'deep/'.repeat(30)}x.json`, {});
      expect(await refs()).toEqual([]);
    });

    it('gives the date of the newest file of a package', async () => {
      await writeParts('parts', []);
      const old = new Date('2020-01-01T00:00:00Z');
      await utimes(join(path, 'parts/package.json'), old, old);
      await utimes(join(path, 'parts/manifest.json'), old, new Date('2021-01-01T00:00:00Z'));
      const { changedAt } = await open().fetch('parts', NEVER);
      expect(changedAt).toEqual({ kind: 'file', date: new Date('2021-01-01T00:00:00Z') });
    });
  });

  describe('building a package from its parts', () => {
    const build = async (ref = 'parts'): Promise<RegistryPackage> => open().fetch(ref, NEVER);

    it('follows the manifest in its order', async () => {
      await writeParts('parts', [location('workflow', 'b'), location('transformation', 'a')]);
      await write('parts/bundles/workflows/b.json', { name: 'b' });
      await write('parts/bundles/transformations/a.json', { name: 'a' });
      await write('parts/README.md', '# Parts');
      expect((await build()).document).toEqual({
        metadata: {
          name: '@acme/parts',
          version: '2.0.0',
          description: 'In parts',
          license: 'Apache-2.0',
          IAPDependencies: { 'app-mop': '' },
        },
        manifest: {
          bundleName: 'Parts',
          artifacts: [location('workflow', 'b'), location('transformation', 'a')],
        },
        bundles: [
          { type: 'workflow', data: { name: 'b' } },
          { type: 'transformation', data: { name: 'a' } },
        ],
        readme: '# Parts',
      });
    });

    it('takes what lies in bundles/ where the manifest names nothing', async () => {
      await writeParts('parts', []);
      await write('parts/bundles/json-forms/f.json', { name: 'f' });
      await write('parts/bundles/ac-agenda-jobs/j.json', { name: 'j' });
      const { document } = await build();
      expect(document['bundles']).toEqual([
        { type: 'ac-agenda-job', data: { name: 'j' } },
        { type: 'json-forms', data: { name: 'f' } },
      ]);
      expect(document['readme']).toBe('');
    });

    it('prefers artifact.json, however the parts look', async () => {
      await writeParts('parts', [location('workflow', 'gone')]);
      await write('parts/artifact.json', { built: true });
      expect((await build()).document).toEqual({ built: true });
    });

    it('changes the fingerprint with any part', async () => {
      await writeParts('parts', [location('workflow', 'b')]);
      await write('parts/bundles/workflows/b.json', { name: 'b' });
      const fingerprints = new Set<string>();
      const note = async () => {
        for await (const found of open().list(NEVER)) {
          fingerprints.add(found.kind === 'listed' ? found.fingerprint : 'broken');
        }
      };
      await note();
      await write('parts/bundles/workflows/b.json', { name: 'changed' });
      await note();
      await write('parts/README.md', 'new');
      await note();
      await note();
      expect(fingerprints.size).toBe(3);
    });

    it.each([
      ['../../secret.json', "'../../secret.json' is not a path inside the package"],
      ['/bundles/../../secret.json', 'is not a path inside the package'],
      ['/etc/passwd', "'/etc/passwd' is not below bundles/"],
      ['C:\\secret.json', 'is not a path inside the package'],
      ['/bundles/workflows/none.json', 'bundles/workflows/none.json is missing'],
      ['/bundles/workflows', 'bundles/workflows is not a plain file'],
    ])('refuses the location %j', async (where, reason) => {
      await write('../secret.json', { secret: true });
      await writeParts('parts', [{ ...location('workflow', 'x'), location: where }]);
      await write('parts/bundles/workflows/b.json', {});
      expect(await reasonOf('parts')).toContain(reason);
    });

    it('refuses a document that is a link, and one behind a link out of the package', async () => {
      await write('../outside/x.json', { secret: true });
      await writeParts('parts', [location('workflow', 'x')]);
      await mkdir(join(path, 'parts/bundles/workflows'), { recursive: true });
      await symlink(join(base, 'outside/x.json'), join(path, 'parts/bundles/workflows/x.json'));
      expect(await reasonOf('parts')).toContain('bundles/workflows/x.json is a link');

      await rm(join(path, 'parts/bundles'), { recursive: true });
      await mkdir(join(path, 'parts/bundles'));
      await symlink(join(base, 'outside'), join(path, 'parts/bundles/workflows'));
      expect(await reasonOf('parts')).toContain('lies behind a link out of the package');
    });

    it.each([
      ['package.json', 'package.json is missing'],
      ['manifest.json', 'manifest.json is missing'],
    ])('says that %s is missing', async (file, reason) => {
      await writeParts('parts', []);
      await rm(join(path, 'parts', file));
      expect(await reasonOf('parts')).toContain(reason);
    });

    it.each<[string, JsonObject[], string]>([
      ['no object', ['x'] as never, 'manifest.json: artifact 0 is no object'],
      ['no type', [{ location: '/bundles/a.json' }], 'artifact 0 has no type or no location'],
      ['no location', [{ type: 'workflow' }], 'artifact 0 has no type or no location'],
    ])('refuses a manifest whose artifact has %s', async (_, artifacts, reason) => {
      await writeParts('parts', artifacts);
      expect(await reasonOf('parts')).toContain(reason);
    });

    it('refuses parts that are no JSON objects, and a readme that is no file', async () => {
      await writeParts('parts', [location('workflow', 'b')]);
      await write('parts/bundles/workflows/b.json', '[]');
      expect(await reasonOf('parts')).toContain('does not hold a JSON object');
      await write('parts/bundles/workflows/b.json', '{}');
      await mkdir(join(path, 'parts/README.md'));
      expect(await reasonOf('parts')).toContain('README.md is not a plain file');
    });

    it('counts all parts against the limit', async () => {
      await writeParts('parts', []);
      await write('parts/README.md', 'x'.repeat(LIMIT_BYTES - 10));
      expect(await refs()).toEqual([expect.stringContaining(`the limit is ${LIMIT_BYTES} bytes`)]);
    });
  });

  describe('signatures', () => {
    const fingerprintOf = async (ref: string): Promise<string | undefined> => {
      for await (const entry of open().list(NEVER)) {
        if (entry.kind === 'listed' && entry.ref === ref) return entry.fingerprint;
      }
      return undefined;
    };

    it('come with the package that they lie beside, whatever its form', async () => {
      await write('folder/artifact.json', {});
      await write('folder/artifact.json.sig', 'c2ln\n');
      await write('single.json', {});
      await write('single.json.sig', 'c2luZ2xl');
      await write('parts/package.json', PACKAGE_JSON);
      await write('parts/manifest.json', { artifacts: [] });
      await write('parts/artifact.json.sig', 'cGFydHM=');
      await write('unsigned/artifact.json', {});
      const signatures = await Promise.all(
        ['folder', 'single.json', 'parts', 'unsigned'].map(
          async (ref) => (await open().fetch(ref, NEVER)).signature,
        ),
      );
      expect(signatures).toEqual(['c2ln', 'c2luZ2xl', 'cGFydHM=', undefined]);
      expect(await refs()).toEqual(['folder', 'parts', 'single.json', 'unsigned']);
    });

    it('change the fingerprint when they come, change and go', async () => {
      await write('x/artifact.json', {});
      const seen = [await fingerprintOf('x')];
      await write('x/artifact.json.sig', 'a');
      seen.push(await fingerprintOf('x'));
      await write('x/artifact.json.sig', 'ab');
      seen.push(await fingerprintOf('x'));
      expect(new Set(seen).size).toBe(3);
      await rm(join(path, 'x/artifact.json.sig'));
      expect(await fingerprintOf('x')).toBe(seen[0]);
    });

    it('that cannot be one break their package', async () => {
      await write('large/artifact.json', {});
      await write('large/artifact.json.sig', 'x'.repeat(5000));
      await write('link/artifact.json', {});
      await symlink('artifact.json', join(path, 'link/artifact.json.sig'));
      expect(await reasonOf('large')).toBe('large: has a signature that is too long or no text');
      expect(await reasonOf('link')).toBe('link: has a signature that is a link');
    });
  });

  describe('staying in bounds', () => {
    it('names the limit for a file of 200 MB without reading it', async () => {
      await write('good/artifact.json', {});
      await write('huge/artifact.json', '');
      await truncate(join(path, 'huge/artifact.json'), 200 * 1024 * 1024);
      expect(await refs()).toEqual([
        'good',
        `huge is 209715200 bytes long; the limit is ${LIMIT_BYTES} bytes (ARTIFACT_LIMIT_BYTES)`,
      ]);
      expect(await reasonOf('huge')).toContain('the limit is');
    });

    it('follows a link inside the repository and refuses one that leaves it', async () => {
      await write('real/artifact.json', { real: true });
      await write('../outside/artifact.json', { secret: true });
      await symlink(join(path, 'real'), join(path, 'alias'));
      await symlink(join(base, 'outside'), join(path, 'leak'));
      await symlink(join(base, 'outside/artifact.json'), join(path, 'leak.json'));
      await symlink(join(path, 'nothing'), join(path, 'nowhere.json'));
      expect(await refs()).toEqual([
        'alias',
        'leak is a link that leads out of the repository',
        'leak.json is a link that leads out of the repository',
        'nowhere.json is missing',
        'real',
      ]);
      expect(await reasonOf('leak')).toContain('leads out of the repository');
    });

    it('ends although folders link to each other in a circle', async () => {
      await write('a/x.json', {});
      await symlink(path, join(path, 'a/loop'));
      expect((await refs()).length).toBeLessThan(10);
    });

    it('does not wait for a pipe that has the name of a package', async () => {
      execFileSync('mkfifo', [join(path, 'pipe.json')]);
      expect(await refs()).toEqual(['pipe.json is not a plain file']);
    });

    it('refuses a directory outside of the allowed roots, also behind a link', async () => {
      await write('../allowed/x', '');
      await symlink(path, join(base, 'allowed/link'));
      const outside = open({ path: join(base, 'allowed/link'), roots: [join(base, 'allowed')] });
      await expect(refs(outside)).rejects.toThrow('lies outside of LOCAL_REPOSITORY_ROOTS');
      await expect(refs(open({ roots: [] }))).rejects.toThrow('LOCAL_REPOSITORY_ROOTS');
    });

    it('is not fooled by a root that is the beginning of another name', async () => {
      await write('../repository-secret/x', '');
      const sibling = open({ path: join(base, 'repository-secret'), roots: [path] });
      await expect(refs(sibling)).rejects.toThrow('lies outside of LOCAL_REPOSITORY_ROOTS');
    });

    it('says in words that the directory is missing or is none', async () => {
      await expect(refs(open({ path: join(base, 'gone') }))).rejects.toThrow("gone' is missing");
      await write('file', '');
      await expect(refs(open({ path: join(path, 'file') }))).rejects.toThrow('is not a directory');
    });
  });

  describe('when the platform may not read everything', () => {
    /** Files are opened as a user without rights, since root may read all of them. */
    const asNobody = async <T>(work: () => Promise<T>): Promise<T> => {
      const isRoot = process.geteuid?.() === 0;
      if (isRoot) process.seteuid?.(65_534);
      try {
        return await work();
      } finally {
        if (isRoot) process.seteuid?.(0);
      }
    };

    it('names an unreadable package and an unreadable folder, and lists the others', async () => {
      await chmod(base, 0o755);
      await write('good/artifact.json', {});
      await write('locked/artifact.json', {});
      await write('secret.json', {});
      await chmod(join(path, 'locked'), 0o000);
      await chmod(join(path, 'secret.json'), 0o000);
      expect(await asNobody(() => refs())).toEqual([
        'good',
        'locked may not be read',
        'secret.json',
      ]);
      expect(await asNobody(() => reasonOf('secret.json'))).toContain('may not be read');
    });

    it('says that the whole directory may not be read', async () => {
      await chmod(base, 0o755);
      await chmod(path, 0o000);
      await expect(asNobody(() => refs())).rejects.toThrow('may not be read');
      await chmod(path, 0o755);
    });
  });
});
