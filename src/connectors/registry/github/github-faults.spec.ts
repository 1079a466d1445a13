import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anArtifact } from '#test/support/factories/an-artifact.js';
import { type FakeGithub } from '#test/support/fakes/github.js';
import { hostedGithub, type HostedRegistry } from '#test/support/fakes/hosted-registry.js';
import { type RegistryFailure } from '#test/support/fakes/registry/registry-failures.js';
import { type TestRegistryPorts } from '#test/support/fakes/registry-ports.js';
import {
  brokenReason,
  failureOf,
  listingOf,
  readAll,
  refsOf,
} from '#test/support/registry-content.js';
import { RegistryPaused } from '../registry-paused.js';

let hosted: HostedRegistry<FakeGithub>;
let github: FakeGithub;
let ports: TestRegistryPorts;

beforeEach(async () => {
  hosted = await hostedGithub();
  ({ fake: github, ports } = hosted);
  for (const name of ['a', 'b']) {
    hosted.add(name).commit({ 'artifact.json': anArtifact({ name: `@acme/${name}` }) });
  }
});
afterEach(() => hosted.close());

const isFor = (part: string) => (call: { readonly target: string }) => call.target.includes(part);

describe('a GitHub that fails', () => {
  it.each<[string, RegistryFailure]>([
    ['a repository', { answer: 200, body: { id: 'x', full_name: '../../user' } }],
    ['a path that leads out', { answer: 200, body: { id: 7, full_name: 'acme/..' } }],
  ])('by answering something that is not %s is refused', async (_, mode) => {
    github.fail(mode);
    const error = await failureOf(refsOf(hosted.open({ path: 'acme/a' })));
    expect(error.message).toBe('the answer does not describe a repository as GitHub does');
  });

  it.each([
    [{ ref: 'refs/heads/release/1.0', object: { sha: '../../../user' } }],
    [{ ref: 7, object: null }],
  ])('by refs like %j is refused, and no call is made of them', async (entry) => {
    github.fail({ answer: 200, body: [entry] }, Infinity, isFor('matching-refs'));
    await expect(refsOf(hosted.open())).rejects.toThrow('does not describe');
    expect(github.paths.some((path) => path.includes('..'))).toBe(false);
  });

  it('by a default branch that climbs is refused, and no call is made of it', async () => {
    const body = { id: 7, full_name: 'acme/a', default_branch: '../../../../../../login' };
    github.fail({ answer: 200, body }, 1);
    await expect(refsOf(hosted.open({ path: 'acme/a' }))).rejects.toThrow('leads out of its place');
    expect(github.calls.filter(({ target }) => !target.startsWith('/api/v3/'))).toEqual([]);
  });

  it('by files of a tree that climb breaks the package, and no call is made of them', async () => {
    const registry = hosted.open({ path: 'acme/parts' });
    github.repository('acme/parts').commit({
      'package.json': { name: '@acme/parts', version: '1.0.0' },
      'manifest.json': { bundleName: 'Parts', artifacts: [] },
      'bundles/x.json': {},
    });
    await refsOf(registry);
    const sha = 'a'.repeat(40);
    const tree = [{ path: '../../../../../../login.json', type: 'blob', sha }];
    github.fail({ answer: 200, body: { tree } }, Infinity, isFor('recursive=1'));
    expect(await brokenReason(registry, 'acme/parts')).toContain('leads out of it');
    expect(github.calls.filter(({ target }) => target.includes('login'))).toEqual([]);
  });

  it('by giving up a search is not believed', async () => {
    const body = { total_count: 1, incomplete_results: true, items: [] };
    github.fail({ answer: 200, body });
    await expect(refsOf(hosted.open({ path: 'topic:net' }))).rejects.toThrow('before its end');
  });
});

describe('the token', () => {
  it('goes along with a redirect within the API, as of a renamed repository', async () => {
    const renamed = `${github.baseUrl}/repos/acme/b`;
    github.fail({ redirectTo: renamed }, 1, isFor('/repos/acme/former'));
    expect(await refsOf(hosted.open({ path: 'acme/former' }))).toEqual(['acme/b']);
  });
});

describe('limits of GitHub', () => {
  it('are waited for when they end soon', async () => {
    const resetAt = new Date(ports.clock.now().getTime() + 9000);
    github.fail(
      {
        answer: 403,
        message: 'API rate limit exceeded',
        headers: {
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(resetAt.getTime() / 1000),
        },
      },
      1,
    );
    expect(await refsOf(hosted.open())).toEqual(['acme/a', 'acme/b']);
    expect(ports.waits).toHaveLength(1);
  });

  it('end the run when they last, and say when it goes on; what was read stays', async () => {
    const resetAt = new Date(ports.clock.now().getTime() + 3_600_000);
    const registry = hosted.open();
    await listingOf(registry);
    github.rateLimit = { remaining: 0, resetAt };
    const error = await failureOf(readAll(registry));
    expect(error).toBeInstanceOf(RegistryPaused);
    expect(error).toHaveProperty('until', resetAt);
  });

  it.each<[string, RegistryFailure, number]>([
    ['a word', 'secondary-limit', 60],
    ['Retry-After', { answer: 403, headers: { 'retry-after': '20' } }, 20],
  ])('that are secondary are waited for: %s', async (_, mode, seconds) => {
    github.fail(mode, 1);
    expect(await refsOf(hosted.open())).toEqual(['acme/a', 'acme/b']);
    expect(ports.waits).toEqual([seconds * 1000]);
  });

  it('that are secondary and last end the run', async () => {
    const until = new Date(ports.clock.now().getTime() + 600_000);
    github.fail({ answer: 403, headers: { 'retry-after': '600' } });
    expect(await failureOf(refsOf(hosted.open()))).toMatchObject({ name: 'RegistryPaused', until });
    expect(github.calls).toHaveLength(1);
  });
});
