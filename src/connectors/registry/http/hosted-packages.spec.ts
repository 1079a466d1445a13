import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anArtifact } from '#test/support/factories/an-artifact.js';
import { HOSTED_REGISTRIES, type HostedRegistry } from '#test/support/fakes/hosted-registry.js';
import { type Files } from '#test/support/fakes/registry/fake-git-repository.js';
import {
  brokenReason,
  fetchFrom,
  listingOf,
  readAll,
  refsOf,
  versioned,
} from '#test/support/registry-content.js';
import { type PackageRegistry } from '../package-registry.js';

const artifact = { 'artifact.json': anArtifact() };

describe.each(HOSTED_REGISTRIES)('packages on %s', (_, start) => {
  let hosted: HostedRegistry;
  beforeEach(async () => {
    hosted = await start({ limitBytes: 64 * 1024 });
  });
  afterEach(() => hosted.close());

  describe('versions', () => {
    it('are release branches, the default branch and version tags', async () => {
      const repository = versioned(hosted.add('vlans'));
      repository.commit({ 'x.txt': '' }, 'feature/release/2023.1');
      repository.commit({ 'x.txt': '' }, 'release/next');
      repository.tag('1.1.0-2023.2.0');
      repository.tag('nightly');
      const listing = await listingOf(hosted.open());
      expect(listing.map((entry) => entry.kind === 'listed' && entry.line)).toEqual([
        { kind: 'release-branch', name: 'release/2023.2' },
        { kind: 'default-branch', name: 'main' },
        { kind: 'tag', name: '1.1.0-2023.2.0' },
        { kind: 'tag', name: 'v1.0.0' },
      ]);
    });

    it('come with document, repository, line and date of the commit', async () => {
      const repository = versioned(hosted.add('vlans'));
      const registry = hosted.open();
      await listingOf(registry);
      const found = await fetchFrom(registry, 'acme/vlans@release/2023.2');
      expect(found).toEqual({
        ref: 'acme/vlans@release/2023.2',
        line: { kind: 'release-branch', name: 'release/2023.2' },
        document: anArtifact({ version: '1.1.0' }),
        projectId: repository.id,
        changedAt: { kind: 'commit', date: repository.resolve('release/2023.2')?.date },
      });
    });

    it('are all there when there are more tags than on a page', async () => {
      const repository = hosted.add('a');
      repository.commit(artifact);
      for (let at = 0; at < 316; at += 1) repository.tag(`v1.0.${at}`);
      expect(await refsOf(hosted.open())).toHaveLength(317);
    });

    it('may have a default branch with a name of several parts', async () => {
      hosted.add('a', { defaultBranch: 'team/net #1' }).commit(artifact);
      const registry = hosted.open();
      expect(await refsOf(registry)).toEqual(['acme/a']);
      expect((await fetchFrom(registry, 'acme/a')).line.name).toBe('team/net #1');
    });

    it('of a default branch that is called as a release are two', async () => {
      hosted.add('one', { defaultBranch: 'release/2023.1' }).commit(artifact);
      expect(await refsOf(hosted.open())).toEqual(['acme/one@release/2023.1', 'acme/one']);
    });

    it('on the same commit are read once', async () => {
      const repository = hosted.add('one');
      repository.commit(artifact);
      repository.tag('v1.0.0');
      repository.tag('v1.0.1');
      await readAll(hosted.open());
      expect(hosted.fake.paths.filter((path) => path.includes('artifact.json'))).toHaveLength(1);
    });
  });

  describe('repositories', () => {
    it('may be a single one', async () => {
      hosted.add('a').commit(artifact);
      hosted.add('b').commit(artifact);
      expect(await refsOf(hosted.open({ path: 'acme/b' }))).toEqual(['acme/b']);
    });

    it.each(['nobody', 'acme/nowhere'])('are none where there is nothing: %j', async (path) => {
      hosted.add('a').commit(artifact);
      await expect(refsOf(hosted.open({ path }))).rejects.toThrow('there is nothing by that name');
    });

    it('that may not be looked into are named, and the others are read', async () => {
      hosted.add('open').commit(artifact);
      const shut = hosted.add('shut');
      shut.commit(artifact);
      hosted.fake.fail({ answer: 403 }, Infinity, hosted.isWithin(shut));
      expect([...(await refsOf(hosted.open()))].sort()).toEqual([
        'acme/open',
        expect.stringContaining('acme/shut: 127.0.0.1'),
      ]);
    });

    it('are counted while they are read', async () => {
      for (const name of ['a', 'b', 'c']) versioned(hosted.add(name));
      const seen: unknown[] = [];
      await listingOf(hosted.open({}, { progress: (progress) => seen.push(progress) }));
      expect(seen.slice(-3)).toEqual([1, 2, 3].map((done) => ({ done, total: 3 })));
    });
  });

  describe('in parts', () => {
    const parts = {
      'package.json': { name: '@acme/parts', version: '3.0.0', scripts: {} },
      'manifest.json': { bundleName: 'Parts', artifacts: [] },
    };
    const only = async (files: Files): Promise<PackageRegistry> => {
      hosted.add('only').commit(files);
      const registry = hosted.open();
      await listingOf(registry);
      return registry;
    };

    it('are built from the tree where artifact.json is missing', async () => {
      const registry = await only({
        ...parts,
        'bundles/workflows/a b#1.json': { name: 'a b' },
        'bundles/json-forms/deep/form.json': { name: 'form' },
        'bundles/notes.txt': 'no document',
        'README.md': '# Parts',
      });
      expect((await fetchFrom(registry, 'acme/only')).document).toEqual({
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
      const registry = await only(parts);
      expect((await fetchFrom(registry, 'acme/only')).document['bundles']).toEqual([]);
    });

    const half = { name: 'x'.repeat(40 * 1024) };
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n';
    const bomb = Buffer.from(`{"x":${'['.repeat(5000)}${']'.repeat(5000)}}`);
    it.each<[string, Files]>([
      [
        'the limit is 65536 bytes',
        { ...parts, 'bundles/workflows/1.json': half, 'bundles/workflows/2.json': half },
      ],
      ['artifact.json is kept in Git LFS, which is not read', { 'artifact.json': pointer }],
      ['nested deeper than 100', { 'artifact.json': bomb }],
      ['package.json is missing', { 'main.py': 'print()' }],
    ])('are none where %s', async (reason, files) => {
      expect(await brokenReason(await only(files), 'acme/only')).toContain(reason);
    });
  });

  describe('signatures', () => {
    const signed = { ...artifact, 'artifact.json.sig': 'c2lnbmF0dXJl\n' };

    it('are read beside the package where they are asked for', async () => {
      hosted.add('signed').commit(signed);
      hosted.add('plain').commit(artifact);
      const registry = hosted.open({ readsSignatures: true });
      await listingOf(registry);
      expect((await fetchFrom(registry, 'acme/signed')).signature).toBe('c2lnbmF0dXJl');
      expect(await fetchFrom(registry, 'acme/plain')).not.toHaveProperty('signature');
    });

    it('that cannot be one break their package', async () => {
      hosted.add('long').commit({ ...signed, 'artifact.json.sig': Buffer.alloc(5000, 0x41) });
      const registry = hosted.open({ readsSignatures: true });
      await listingOf(registry);
      const reason = await brokenReason(registry, 'acme/long');
      expect(reason).toBe('has a signature that is too long or no text');
    });

    it('cost no call where nobody asks', async () => {
      hosted.add('signed').commit(signed);
      await readAll(hosted.open());
      expect(hosted.fake.calls.some(hosted.isFile)).toBe(true);
      expect(hosted.fake.paths.filter((path) => path.includes('.sig'))).toEqual([]);
    });

    it('change fingerprints when they are asked for from now on', async () => {
      hosted.add('signed').commit(signed);
      const [before] = await listingOf(hosted.open());
      const [after] = await listingOf(hosted.open({ readsSignatures: true }));
      expect(after).not.toEqual(before);
    });
  });
});
