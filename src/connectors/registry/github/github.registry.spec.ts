import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anArtifact } from '#test/support/factories/an-artifact.js';
import { type FakeGithub } from '#test/support/fakes/github.js';
import { type GithubRepository } from '#test/support/fakes/github/github-repository.js';
import {
  HOSTED_TOKEN,
  hostedGithub,
  type HostedRegistry,
} from '#test/support/fakes/hosted-registry.js';
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
import { type RegistrySettings } from '../registry-settings.js';

const artifact = { 'artifact.json': anArtifact() };

let hosted: HostedRegistry<FakeGithub>;
let github: FakeGithub;

beforeEach(async () => {
  hosted = await hostedGithub({ limitBytes: 64 * 1024 });
  github = hosted.fake;
});
afterEach(() => hosted.close());

const open = (settings?: Partial<RegistrySettings>): PackageRegistry => hosted.open(settings);

const filled = (fullName: string, traits = {}): GithubRepository => {
  const repository = github.repository(fullName, traits);
  repository.commit(artifact);
  return repository;
};

describe('repositories of GitHub', () => {
  it('are those of an organisation, private ones too; archived and empty ones are left out', async () => {
    filled('acme/a', { isPrivate: true });
    filled('acme/b');
    filled('acme/old', { isArchived: true });
    github.repository('acme/empty');
    filled('other/c');
    expect(await refsOf(open())).toEqual(['acme/a', 'acme/b']);
    expect(await refsOf(open({ token: '' }))).toEqual(['acme/b']);
  });

  it('are read over all pages of a list', async () => {
    for (let at = 0; at < 201; at += 1) github.repository(`acme/r${at}`);
    filled('acme/last');
    expect(await refsOf(open())).toEqual(['acme/last']);
    expect(github.paths.filter((path) => path.startsWith('/orgs/'))).toHaveLength(3);
  });

  it('are those of a user, of whom others see the public ones', async () => {
    filled('john/open');
    filled('john/shut', { isPrivate: true });
    expect(await refsOf(open({ path: 'john' }))).toEqual(['john/open']);
  });

  it('are all of the user whose token it is', async () => {
    filled('Jane/open');
    filled('Jane/shut', { isPrivate: true });
    expect(await refsOf(open({ path: 'jane' }))).toEqual(['Jane/open', 'Jane/shut']);
    expect(await refsOf(open({ path: 'jane', token: '' }))).toEqual(['Jane/open']);
  });

  it("are the public ones of a user where the token is nobody's", async () => {
    filled('jane/open');
    github.fail({ answer: 403 }, Infinity, ({ target }) => target.endsWith('/user'));
    expect(await refsOf(open({ path: 'jane' }))).toEqual(['jane/open']);
  });

  it('may be those that carry a topic, of everybody or of one owner, by name', async () => {
    for (const name of ['other/z', 'acme/b', 'acme/a']) filled(name, { topics: ['net-tools'] });
    filled('acme/c', { topics: ['cooking'] });
    filled('acme/d', { topics: ['net-tools'], isArchived: true });
    expect(await refsOf(open({ path: 'topic:net-tools' }))).toEqual([
      'acme/a',
      'acme/b',
      'other/z',
    ]);
    expect(await refsOf(open({ path: 'acme/topic:net-tools' }))).toEqual(['acme/a', 'acme/b']);
  });

  it('are not read by a topic that more carry than are shown', async () => {
    for (let at = 0; at < 1001; at += 1) github.repository(`acme/r${at}`, { topics: ['net'] });
    await expect(refsOf(open({ path: 'topic:net' }))).rejects.toThrow(
      '1001 repositories carry the topic and GitHub shows 1000 of them',
    );
  });

  it.each(['', '/', 'acme/a/b', 'topic:', 'acme?x'])('are not named by %j', (path) => {
    expect(() => open({ path })).toThrow('names no organisation, user, repository or topic');
  });
});

describe('packages on GitHub', () => {
  it('are read larger than the contents API answers as JSON', async () => {
    const large = anArtifact({ readme: 'x'.repeat(2 * 1024 * 1024) });
    github.repository('acme/large').commit({ 'artifact.json': large });
    const ports = { ...hosted.ports, limitBytes: 4 * 1024 * 1024 };
    const registry = hosted.open({}, { ports });
    await listingOf(registry);
    expect((await fetchFrom(registry, 'acme/large')).document).toEqual(large);
  });
});

describe('packages in parts on GitHub', () => {
  const parts = {
    'package.json': { name: '@acme/parts', version: '3.0.0', scripts: {} },
    'manifest.json': { bundleName: 'Parts', artifacts: [] },
  };
  const only = async (files: Files) => {
    github.repository('acme/only').commit(files);
    const registry = open();
    await listingOf(registry);
    return registry;
  };

  it('may have more files in a folder than a listing of contents shows', async () => {
    const bundles = Object.fromEntries(
      Array.from({ length: 1001 }, (_, at) => [`bundles/workflows/${at}.json`, { name: `w${at}` }]),
    );
    const registry = await only({ ...parts, ...bundles });
    expect((await fetchFrom(registry, 'acme/only')).document['bundles']).toHaveLength(1001);
  });

  it('are refused when the tree is not shown whole', async () => {
    const registry = await only({ ...parts, 'bundles/workflows/a.json': { name: 'a' } });
    github.fail({ answer: 200, body: { tree: [], truncated: true } }, Infinity, ({ target }) =>
      target.includes('recursive=1'),
    );
    expect(await brokenReason(registry, 'acme/only')).toContain('holds more than 10000 files');
  });

  it('say their size where GitHub only refuses them', async () => {
    const registry = await only({ 'artifact.json': Buffer.alloc(70_000, 0x20) });
    github.fail({ answer: 403 }, Infinity, ({ target }) => target.includes('/contents/'));
    expect(await brokenReason(registry, 'acme/only')).toContain(
      'artifact.json is 70000 bytes long; the limit is 65536 bytes',
    );
  });
});

describe('calls of a refresh', () => {
  it('are those of the interface, cold and warm', async () => {
    versioned(hosted.add('vlans'));
    const known = await readAll(open());
    const paths = github.paths.map((path) => path.replace(/[0-9a-f]{40}/, 'COMMIT'));
    expect(new Set(paths)).toEqual(
      new Set([
        '/orgs/acme/repos?type=all&sort=full_name&per_page=100',
        '/repos/acme/vlans/branches/main',
        '/repos/acme/vlans/git/matching-refs/heads/release/',
        '/repos/acme/vlans/tags?per_page=100',
        '/repos/acme/vlans/contents/artifact.json?ref=COMMIT',
        '/repos/acme/vlans/git/commits/COMMIT',
      ]),
    );
    // Three documents; two dates, for that of the default branch comes with it.
    expect(github.calls).toHaveLength(4 + 3 + 2);
    github.forget();
    await readAll(open(), known);
    expect(github.calls.map(({ status }) => status)).toEqual([304, 304, 304, 304]);
  });

  it('cost nothing of the limit when nothing changed', async () => {
    versioned(hosted.add('vlans'));
    github.rateLimit = { remaining: 100, resetAt: new Date(0) };
    const known = await readAll(open());
    const { remaining } = github.rateLimit;
    await readAll(open(), known);
    expect(remaining).toBe(100 - 9);
    expect(github.rateLimit.remaining).toBe(remaining);
  });

  it('find what changed behind a page that did not', async () => {
    for (let at = 0; at < 100; at += 1) github.repository(`acme/r${at}`);
    expect(await refsOf(open())).toEqual([]);
    filled('acme/z');
    expect(await refsOf(open())).toEqual(['acme/z']);
  });

  it('carry token, media type and the version of the API', async () => {
    versioned(hosted.add('vlans'));
    await readAll(open());
    const sent = new Set(github.calls.map(({ headers }) => headers.authorization));
    expect(sent).toEqual(new Set([`Bearer ${HOSTED_TOKEN}`]));
    expect(github.calls[0]?.headers).toMatchObject({
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    });
    github.forget();
    await readAll(open({ token: '' }));
    expect(github.calls[0]?.headers).not.toHaveProperty('authorization');
  });
});
