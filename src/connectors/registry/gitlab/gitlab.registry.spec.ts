import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeGitlab } from '../../../../test/support/fakes/gitlab.js';
import { type GitlabProject } from '../../../../test/support/fakes/gitlab/gitlab-project.js';
import {
  registryPorts,
  type TestRegistryPorts,
} from '../../../../test/support/fakes/registry-ports.js';
import { anArtifact } from '../../../../test/support/factories/an-artifact.js';
import {
  brokenReason,
  fetchFrom,
  listingOf,
  readAll,
  refsOf,
} from '../../../../test/support/registry-content.js';
import { MemoryAnswerStore } from '../memory-answer-store.js';
import { type PackageRegistry } from '../package-registry.js';
import { type RegistrySettings } from '../registry-settings.js';
import { type RegistrySurroundings } from '../registry-surroundings.js';
import { gitlabRegistry } from './gitlab.registry.js';

const TOKEN = 'glpat-open';

let gitlab: FakeGitlab;
let ports: TestRegistryPorts;
let answers: MemoryAnswerStore;

beforeEach(async () => {
  gitlab = await FakeGitlab.start({ basePath: '/git', token: TOKEN });
  ports = registryPorts({ limitBytes: 64 * 1024 });
  answers = new MemoryAnswerStore();
});
afterEach(async () => {
  await ports.close();
  await gitlab.close();
});

const open = (
  settings: Partial<RegistrySettings> = {},
  surroundings: Partial<RegistrySurroundings> = {},
): PackageRegistry =>
  gitlabRegistry(
    { type: 'gitlab', hostname: gitlab.baseUrl, path: 'acme/net', token: TOKEN, ...settings },
    { answers, ...surroundings },
    ports,
  );

const versioned = (path = 'acme/net/vlans'): GitlabProject => {
  const project = gitlab.project(path);
  project.commit({ 'artifact.json': anArtifact({ version: '1.0.0' }) });
  project.tag('v1.0.0');
  project.commit({ 'artifact.json': anArtifact({ version: '1.1.0' }) }, 'release/2023.2');
  project.commit({ 'artifact.json': anArtifact({ version: '2.0.0' }) });
  return project;
};

describe('a GitLab registry', () => {
  describe('versions', () => {
    it('are release branches, the default branch and version tags', async () => {
      const project = versioned();
      project.commit({ 'x.txt': '' }, 'feature/release/2023.1');
      project.commit({ 'x.txt': '' }, 'release/next');
      project.tag('1.1.0-2023.2.0');
      project.tag('nightly');
      const lines = (await listingOf(open())).map((entry) => entry.kind === 'listed' && entry.line);
      expect(lines).toEqual([
        { kind: 'release-branch', name: 'release/2023.2' },
        { kind: 'default-branch', name: 'main' },
        { kind: 'tag', name: '1.1.0-2023.2.0' },
        { kind: 'tag', name: 'v1.0.0' },
      ]);
    });

    it('come with document, project, line and date of the commit', async () => {
      const project = versioned();
      const registry = open();
      await listingOf(registry);
      const found = await fetchFrom(registry, 'acme/net/vlans@release/2023.2');
      expect(found).toEqual({
        ref: 'acme/net/vlans@release/2023.2',
        line: { kind: 'release-branch', name: 'release/2023.2' },
        document: anArtifact({ version: '1.1.0' }),
        projectId: project.id,
        changedAt: { kind: 'commit', date: project.resolve('release/2023.2')?.date },
      });
    });

    it('of a default branch that is called as a release are two', async () => {
      const project = gitlab.project('acme/net/one', { defaultBranch: 'release/2023.1' });
      project.commit({ 'artifact.json': anArtifact() });
      expect(await refsOf(open())).toEqual(['acme/net/one@release/2023.1', 'acme/net/one']);
    });

    it('on the same commit are read once', async () => {
      const project = gitlab.project('acme/net/one');
      project.commit({ 'artifact.json': anArtifact() });
      project.tag('v1.0.0');
      project.tag('v1.0.1');
      await readAll(open());
      expect(gitlab.paths.filter((path) => path.includes('artifact.json'))).toHaveLength(1);
    });
  });

  describe('projects', () => {
    const artifact = { 'artifact.json': anArtifact() };

    it('lie in a group and its subgroups; archived and empty ones are left out', async () => {
      gitlab.project('acme/net/b').commit(artifact);
      gitlab.project('acme/net/deep/er/a').commit(artifact);
      gitlab.project('acme/net/old', { isArchived: true }).commit(artifact);
      gitlab.project('acme/net/empty');
      gitlab.project('acme/network/other').commit(artifact);
      expect(await refsOf(open())).toEqual(['acme/net/b', 'acme/net/deep/er/a']);
    });

    it('may be those of a user', async () => {
      gitlab.user('jane').project('jane/vlans').commit(artifact);
      expect(await refsOf(open({ path: 'jane' }))).toEqual(['jane/vlans']);
    });

    it('may be a single one', async () => {
      gitlab.project('acme/net/vlans').commit(artifact);
      gitlab.project('acme/net/other').commit(artifact);
      expect(await refsOf(open({ path: '/acme/net/vlans/' }))).toEqual(['acme/net/vlans']);
    });

    it.each(['acme/nowhere', 'nobody'])('are none where there is nothing: %p', async (path) => {
      gitlab.project('acme/net/vlans').commit(artifact);
      await expect(refsOf(open({ path }))).rejects.toThrow('there is nothing by that name');
    });

    it.each(['/', '..', './'])('need a path, and %p is none', (path) => {
      expect(() => open({ path })).toThrow('names no group, user or project');
    });

    it.each([
      ['a project', '/groups/', {}],
      ['a project', '/groups/', { id: 100, path_with_namespace: 'acme/net/x\nforged' }],
      ['a branch or tag', '/branches?', { name: 'release/2023.2', commit: { id: '../../x' } }],
      ['a branch or tag', '/tags?', { message: 'something else' }],
    ])('do not count as gone where the answer is not %s: %s', async (words, part, entry) => {
      versioned();
      const isAsked = ({ target }: { target: string }): boolean => target.includes(part);
      gitlab.fail({ answer: 200, body: [entry] }, Infinity, isAsked);
      await expect(refsOf(open())).rejects.toThrow(`does not describe ${words} as GitLab does`);
    });

    it('may have tags at no commit, which are left out', async () => {
      const project = gitlab.project('acme/net/vlans');
      project.commit(artifact);
      const body = [{ name: 'v1.0.0', commit: null }];
      gitlab.fail({ answer: 200, body }, Infinity, ({ target }) => target.includes('/tags'));
      expect(await refsOf(open())).toEqual(['acme/net/vlans']);
    });

    it('that may not be looked into are named, and the others are read', async () => {
      gitlab.project('acme/net/open').commit(artifact);
      const shut = gitlab.project('acme/net/shut');
      shut.commit(artifact);
      gitlab.fail({ answer: 403 }, Infinity, ({ target }) => target.includes(`/${shut.id}/`));
      expect(await refsOf(open())).toEqual([
        expect.stringContaining('acme/net/shut: 127.0.0.1'),
        'acme/net/open',
      ]);
    });
  });

  describe('packages in parts', () => {
    const parts = {
      'package.json': { name: '@acme/parts', version: '3.0.0', scripts: {} },
      'manifest.json': { bundleName: 'Parts', artifacts: [] },
      'bundles/workflows/a b.json': { name: 'a b' },
      'bundles/json-forms/form.json': { name: 'form' },
      'bundles/notes.txt': 'no document',
    };

    it('are built from the tree where artifact.json is missing', async () => {
      gitlab.project('acme/net/parts').commit({ ...parts, 'README.md': '# Parts' });
      const registry = open();
      await listingOf(registry);
      expect((await fetchFrom(registry, 'acme/net/parts')).document).toEqual({
        metadata: { name: '@acme/parts', version: '3.0.0' },
        manifest: parts['manifest.json'],
        bundles: [
          { type: 'json-forms', data: { name: 'form' } },
          { type: 'workflow', data: { name: 'a b' } },
        ],
        readme: '# Parts',
      });
    });

    it('may be without bundles', async () => {
      const { 'package.json': one, 'manifest.json': two } = parts;
      gitlab.project('acme/net/parts').commit({ 'package.json': one, 'manifest.json': two });
      const registry = open();
      await listingOf(registry);
      expect((await fetchFrom(registry, 'acme/net/parts')).document['bundles']).toEqual([]);
    });

    it('are together no larger than one file may be', async () => {
      const half = { name: 'x'.repeat(40 * 1024) };
      const bundles = { 'bundles/workflows/1.json': half, 'bundles/workflows/2.json': half };
      gitlab.project('acme/net/parts').commit({ ...parts, ...bundles });
      const registry = open();
      await listingOf(registry);
      expect(await brokenReason(registry, 'acme/net/parts')).toContain('the limit is 65536 bytes');
    });

    it('must not be nested without end', async () => {
      const bomb = Buffer.from(`{"x":${'['.repeat(5000)}${']'.repeat(5000)}}`);
      gitlab.project('acme/net/bomb').commit({ 'artifact.json': bomb });
      const registry = open();
      await listingOf(registry);
      expect(await brokenReason(registry, 'acme/net/bomb')).toContain('nested deeper than 100');
    });

    it('are no package without package.json', async () => {
      gitlab.project('acme/net/code').commit({ 'main.py': 'print()' });
      const registry = open();
      await listingOf(registry);
      expect(await brokenReason(registry, 'acme/net/code')).toBe('package.json is missing');
    });
  });

  describe('signatures', () => {
    const signed = { 'artifact.json': anArtifact(), 'artifact.json.sig': 'c2lnbmF0dXJl\n' };

    it('are read beside the package where they are asked for', async () => {
      gitlab.project('acme/net/signed').commit(signed);
      gitlab.project('acme/net/plain').commit({ 'artifact.json': anArtifact() });
      const registry = open({ readsSignatures: true });
      await listingOf(registry);
      expect((await fetchFrom(registry, 'acme/net/signed')).signature).toBe('c2lnbmF0dXJl');
      expect(await fetchFrom(registry, 'acme/net/plain')).not.toHaveProperty('signature');
    });

    it('that cannot be one break their package', async () => {
      const long = Buffer.alloc(5000, 0x41);
      gitlab.project('acme/net/long').commit({ ...signed, 'artifact.json.sig': long });
      const registry = open({ readsSignatures: true });
      await listingOf(registry);
      const reason = await brokenReason(registry, 'acme/net/long');
      expect(reason).toBe('has a signature that is too long or no text');
    });

    it('cost no call where nobody asks', async () => {
      gitlab.project('acme/net/signed').commit(signed);
      await readAll(open());
      expect(gitlab.paths.filter((path) => path.includes('.sig'))).toEqual([]);
    });

    it('change fingerprints when they are asked for from now on', async () => {
      gitlab.project('acme/net/signed').commit(signed);
      const [before] = await listingOf(open());
      const [after] = await listingOf(open({ readsSignatures: true }));
      expect(after).not.toEqual(before);
    });
  });

  describe('calls', () => {
    it('are those of the interface, cold and warm', async () => {
      versioned();
      const known = await readAll(open());
      expect(
        new Set(gitlab.paths.map((path) => path.replace(/ref=[0-9a-f]{40}/, 'ref=COMMIT'))),
      ).toEqual(
        new Set([
          '/groups/acme%2Fnet/projects?include_subgroups=true&archived=false&order_by=name&per_page=100',
          '/projects/100/repository/branches?search=%5Erelease%2F&per_page=100',
          '/projects/100/repository/branches/main',
          '/projects/100/repository/tags?per_page=100',
          '/projects/100/repository/files/artifact.json/raw?ref=COMMIT',
        ]),
      );
      expect(gitlab.calls).toHaveLength(7);
      gitlab.forget();
      await readAll(open(), known);
      expect(gitlab.calls.map(({ status }) => status)).toEqual([304, 304, 304, 304]);
    });

    it('ask for files of changed commits alone', async () => {
      const project = versioned();
      versioned('acme/net/other');
      const known = await readAll(open());
      const commit = project.commit({ 'artifact.json': anArtifact({ version: '2.0.1' }) });
      gitlab.forget();
      await readAll(open(), known);
      const files = gitlab.paths.filter((path) => path.includes('/files/'));
      expect(files).toEqual([`/projects/100/repository/files/artifact.json/raw?ref=${commit}`]);
    });

    it('carry the token, and none without one', async () => {
      versioned();
      await readAll(open());
      expect(new Set(gitlab.calls.map(({ headers }) => headers['private-token']))).toEqual(
        new Set([TOKEN]),
      );
      gitlab.forget();
      await readAll(open({ token: '' }));
      expect(gitlab.calls[0]?.headers).not.toHaveProperty('private-token');
    });

    it('tell how many projects are done', async () => {
      for (const name of ['a', 'b', 'c']) versioned(`acme/net/${name}`);
      const seen: unknown[] = [];
      await listingOf(open({}, { progress: (progress) => seen.push(progress) }));
      expect(seen.slice(-3)).toEqual([1, 2, 3].map((done) => ({ done, total: 3 })));
    });
  });
});
