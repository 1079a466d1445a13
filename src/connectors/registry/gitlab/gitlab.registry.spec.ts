import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anArtifact } from '#test/support/factories/an-artifact.js';
import { FakeSystem } from '#test/support/fakes/fake-system.js';
import { type FakeGitlab, type Paging } from '#test/support/fakes/gitlab.js';
import {
  HOSTED_TOKEN,
  hostedGitlab,
  type HostedRegistry,
} from '#test/support/fakes/hosted-registry.js';
import { type FakeGitRepository } from '#test/support/fakes/registry/fake-git-repository.js';
import { listingOf, readAll, refsOf, versioned } from '#test/support/registry-content.js';
import { type PackageRegistry } from '../package-registry.js';
import { type RegistrySettings } from '../registry-settings.js';

let hosted: HostedRegistry<FakeGitlab>;
let gitlab: FakeGitlab;

beforeEach(async () => {
  hosted = await hostedGitlab({ limitBytes: 64 * 1024 });
  gitlab = hosted.fake;
});
afterEach(() => hosted.close());

const open = (settings: Partial<RegistrySettings> = {}): PackageRegistry =>
  hosted.open({ path: 'acme/net', ...settings });

const withVersions = (path = 'acme/net/vlans'): FakeGitRepository =>
  versioned(gitlab.project(path));

const fill = (count: number): void => {
  for (let at = 0; at < count; at += 1) {
    const project = gitlab.project(`acme/net/p${String(at).padStart(4, '0')}`);
    project.commit({ 'artifact.json': anArtifact({ name: `@acme/p${at}` }) });
  }
};

describe('a GitLab registry', () => {
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

    it('may be a single one, with slashes around it', async () => {
      gitlab.project('acme/net/vlans').commit(artifact);
      gitlab.project('acme/net/other').commit(artifact);
      expect(await refsOf(open({ path: '/acme/net/vlans/' }))).toEqual(['acme/net/vlans']);
    });

    it.each(['/', '..', './'])('need a path, and %j is none', (path) => {
      expect(() => open({ path })).toThrow('names no group, user or project');
    });

    it.each([
      ['a project', '/groups/', {}],
      ['a project', '/groups/', { id: 100, path_with_namespace: 'acme/net/x\nforged' }],
      ['a branch or tag', '/branches?', { name: 'release/2023.2', commit: { id: '../../x' } }],
      ['a branch or tag', '/tags?', { message: 'something else' }],
    ])('do not count as gone where the answer is not %s: %s', async (words, part, entry) => {
      withVersions();
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
  });

  describe('paging', () => {
    it.each<Paging>(['both', 'link', 'x-next-page'])('follows %j', async (paging) => {
      fill(205);
      gitlab.paging = paging;
      expect(new Set(await refsOf(open())).size).toBe(205);
      expect(gitlab.calls.filter(({ target }) => target.includes('/groups/'))).toHaveLength(3);
    });

    it('sees a project on a page that began after a full one that is unchanged', async () => {
      fill(100);
      gitlab.tellsPagesAgain = false;
      await listingOf(open());
      // The last one by name is listed first, so this one comes on the second page.
      gitlab.project('acme/net/a-first').commit({ 'artifact.json': anArtifact() });
      const refs = await refsOf(open());
      expect(refs).toHaveLength(101);
      expect(refs).toContain('acme/net/a-first');
    });

    it('ends at pages without end', async () => {
      const endless = await FakeSystem.start();
      let pages = 0;
      endless.on('/api/v4/groups/acme/projects', (_, res) => {
        const link = `<http://${endless.host}/api/v4/groups/acme/projects?page=${(pages += 1)}>`;
        const project = { id: pages, path_with_namespace: `acme/p${pages}`, empty_repo: true };
        res.writeHead(200, { link: `${link}; rel="next"` }).end(JSON.stringify([project]));
      });
      const registry = hosted.open({ hostname: `http://${endless.host}`, path: 'acme', token: '' });
      await expect(listingOf(registry)).rejects.toThrow('or 1000 pages');
      await endless.close();
    });
  });

  describe('calls', () => {
    it('are those of the interface, cold and warm', async () => {
      withVersions();
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
      const project = withVersions();
      withVersions('acme/net/other');
      const known = await readAll(open());
      const commit = project.commit({ 'artifact.json': anArtifact({ version: '2.0.1' }) });
      gitlab.forget();
      await readAll(open(), known);
      const files = gitlab.paths.filter((path) => path.includes('/files/'));
      expect(files).toEqual([`/projects/100/repository/files/artifact.json/raw?ref=${commit}`]);
    });

    it('carry the token, and none without one', async () => {
      withVersions();
      await readAll(open());
      expect(new Set(gitlab.calls.map(({ headers }) => headers['private-token']))).toEqual(
        new Set([HOSTED_TOKEN]),
      );
      gitlab.forget();
      await readAll(open({ token: '' }));
      expect(gitlab.calls[0]?.headers).not.toHaveProperty('private-token');
    });

    it('keep nothing of answers but what is needed', async () => {
      fill(1);
      const kept: string[] = [];
      const put = hosted.answers.put.bind(hosted.answers);
      hosted.answers.put = (key, answer) => {
        kept.push(JSON.stringify(answer.content));
        return put(key, answer);
      };
      await listingOf(open());
      expect(kept[0]).toBe(
        '{"count":1,"entries":[{"id":100,"path":"acme/net/p0000","defaultBranch":"main"}]}',
      );
    });
  });
});
