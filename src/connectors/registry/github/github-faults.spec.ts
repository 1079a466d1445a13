import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeGithub } from '../../../../test/support/fakes/github.js';
import { type RegistryFailure } from '../../../../test/support/fakes/registry/registry-failures.js';
import {
  registryPorts,
  type TestRegistryPorts,
} from '../../../../test/support/fakes/registry-ports.js';
import { SilentServer } from '../../../../test/support/fakes/silent-server.js';
import { anArtifact } from '../../../../test/support/factories/an-artifact.js';
import {
  brokenReason,
  listingOf,
  readAll,
  refsOf,
} from '../../../../test/support/registry-content.js';
import { MemoryAnswerStore } from '../memory-answer-store.js';
import { type PackageRegistry } from '../package-registry.js';
import { RegistryError } from '../registry-error.js';
import { RegistryPaused } from '../registry-paused.js';
import { type RegistrySettings } from '../registry-settings.js';
import { githubRegistry } from './github.registry.js';

const TOKEN = 'ghp_secret_of_the_faults';
const LISTING = '/orgs/acme/repos?type=all&sort=full_name&per_page=100';

let github: FakeGithub;
let ports: TestRegistryPorts;

beforeEach(async () => {
  github = await FakeGithub.start({ token: TOKEN });
  github.organisation('acme');
  for (const name of ['acme/a', 'acme/b']) {
    github.repository(name).commit({ 'artifact.json': anArtifact({ name: `@${name}` }) });
  }
  ports = registryPorts({ environment: { OUTBOUND_TIMEOUT_MS: '1000' } });
});
afterEach(async () => {
  await ports.close();
  await github.close();
});

const open = (settings: Partial<RegistrySettings> = {}): PackageRegistry =>
  githubRegistry(
    { type: 'github', hostname: github.baseUrl, path: 'acme', token: TOKEN, ...settings },
    { answers: new MemoryAnswerStore() },
    ports,
  );
const failureOf = async (work: Promise<unknown>): Promise<Error> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing failed');
};
const isFor = (part: string) => (call: { readonly target: string }) => call.target.includes(part);

describe('a GitHub that fails', () => {
  it.each<[string, RegistryFailure, string]>([
    ['says nothing', 'silent', 'did not answer in time'],
    ['never ends', 'endless', 'did not answer in time'],
    ['breaks the connection', 'reset', 'broke the connection'],
    ['breaks off', 'truncated', ''],
    ['sends a gigabyte', 'gigabyte', 'is larger than'],
    ['sends a gigabyte in a few hundred KB', 'gigabyte-compressed', 'is larger than'],
    ['sends half a document', 'invalid-json', 'not JSON'],
    ['sends another document', 'other-json', 'does not answer as such a registry does'],
    ['sends brackets without end', 'json-bomb', 'absurd depth'],
    ['sends no text', 'bad-utf8', 'does not answer as such a registry does'],
    ['is behind a page to sign in', 'html', 'not JSON'],
    ['fails', 'server-error', 'answers with status 500'],
    ['does not know the token', { answer: 401, message: 'Bad credentials' }, 'not know the token'],
    ['gives the token no right', { answer: 403, message: 'Resource not accessible' }, 'no right'],
    ['hides the organisation', { answer: 404 }, 'or the token may not see it'],
  ])('because it %s is a repository that cannot be read', async (_, mode, words) => {
    github.fail(mode);
    const error = await failureOf(refsOf(open()));
    expect(error).toBeInstanceOf(RegistryError);
    expect(error.message).toContain(words);
    expect(error.message).not.toContain(TOKEN);
  });

  it.each<[string, RegistryFailure]>([
    ['a repository', { answer: 200, body: { id: 'x', full_name: '../../user' } }],
    ['a path that leads out', { answer: 200, body: { id: 7, full_name: 'acme/..' } }],
  ])('by answering something that is not %s is refused', async (_, mode) => {
    github.fail(mode);
    const error = await failureOf(refsOf(open({ path: 'acme/a' })));
    expect(error.message).toBe('the answer does not describe a repository as GitHub does');
  });

  it.each([
    [{ ref: 'refs/heads/release/1.0', object: { sha: '../../../user' } }],
    [{ ref: 7, object: null }],
  ])('by refs like %j is refused, and no call is made of them', async (entry) => {
    github.fail({ answer: 200, body: [entry] }, Infinity, isFor('matching-refs'));
    await expect(refsOf(open())).rejects.toThrow('does not describe');
    expect(github.paths.some((path) => path.includes('..'))).toBe(false);
  });

  it('by a default branch that climbs is refused, and no call is made of it', async () => {
    const body = { id: 7, full_name: 'acme/a', default_branch: '../../../../../../login' };
    github.fail({ answer: 200, body }, 1);
    await expect(refsOf(open({ path: 'acme/a' }))).rejects.toThrow('leads out of its place');
    expect(github.calls.filter(({ target }) => !target.startsWith('/api/v3/'))).toEqual([]);
  });

  it('by files of a tree that climb breaks the package, and no call is made of them', async () => {
    const registry = open({ path: 'acme/parts' });
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

  it('in one repository does not keep the others from being listed, and is told', async () => {
    github.fail('server-error', Infinity, isFor('/repos/acme/a/tags'));
    const seen: string[] = [];
    const listing = async (): Promise<void> => {
      for await (const { ref } of open().list(new AbortController().signal)) seen.push(ref);
    };
    await expect(listing()).rejects.toThrow('not all projects could be read: acme/a');
    expect(seen).toEqual(['acme/b']);
  });

  it('by giving up a search is not believed', async () => {
    const body = { total_count: 1, incomplete_results: true, items: [] };
    github.fail({ answer: 200, body });
    await expect(refsOf(open({ path: 'topic:net' }))).rejects.toThrow('before its end');
  });
});

describe('the token', () => {
  let elsewhere: SilentServer;
  beforeEach(async () => {
    elsewhere = await SilentServer.start();
  });
  afterEach(() => elsewhere.close());

  const many = (): void => {
    for (let at = 0; at < 150; at += 1) github.repository(`acme/r${at}`);
  };

  it.each([
    ['another host', (): string => `http://${elsewhere.host}/api/v3${LISTING}&page=2`],
    ['a path beside the API', (): string => `${github.origin}/login?page=2`],
  ])('does not go to %s that a page names as the next', async (_, link) => {
    many();
    github.linkTo = link;
    await expect(refsOf(open())).rejects.toThrow('the token is not sent there');
    expect([elsewhere.callers, github.calls.length]).toEqual([0, 1]);
  });

  it.each([
    ['another host', (): string => `http://${elsewhere.host}/api/v3${LISTING}`],
    ['a path beside the API', (): string => `${github.origin}/login`],
  ])('does not go to %s that a redirect names', async (_, redirectTo) => {
    github.fail({ redirectTo: redirectTo() });
    await expect(refsOf(open())).rejects.toThrow('the token is not sent there');
    expect([elsewhere.callers, github.calls.length]).toEqual([0, 1]);
  });

  it('goes along with a redirect within the API, as of a renamed repository', async () => {
    const renamed = `${github.baseUrl}/repos/acme/b`;
    github.fail({ redirectTo: renamed }, 1, isFor('/repos/acme/former'));
    expect(await refsOf(open({ path: 'acme/former' }))).toEqual(['acme/b']);
  });

  it('is not repeated in pages without end', async () => {
    many();
    github.linkTo = () => github.baseUrl + LISTING;
    await expect(refsOf(open())).rejects.toThrow('names a page as the next that came before');
    expect(github.calls).toHaveLength(1);
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
    expect(await refsOf(open())).toEqual(['acme/a', 'acme/b']);
    expect(ports.waits).toHaveLength(1);
  });

  it('end the run when they last, and say when it goes on; what was read stays', async () => {
    const resetAt = new Date(ports.clock.now().getTime() + 3_600_000);
    const registry = open();
    await listingOf(registry);
    github.rateLimit = { remaining: 0, resetAt };
    const error = await failureOf(readAll(registry));
    expect(error).toBeInstanceOf(RegistryPaused);
    expect(error).toHaveProperty('until', resetAt);
  });

  it.each<[string, RegistryFailure, number]>([
    ['a word', 'secondary-limit', 60],
    ['Retry-After', { answer: 403, headers: { 'retry-after': '20' } }, 20],
    ['429', { answer: 429, headers: { 'retry-after': '30' } }, 30],
  ])('that are secondary are waited for: %s', async (_, mode, seconds) => {
    github.fail(mode, 1);
    expect(await refsOf(open())).toEqual(['acme/a', 'acme/b']);
    expect(ports.waits).toEqual([seconds * 1000]);
  });

  it('that are secondary and last end the run', async () => {
    const until = new Date(ports.clock.now().getTime() + 600_000);
    github.fail({ answer: 403, headers: { 'retry-after': '600' } });
    expect(await failureOf(refsOf(open()))).toMatchObject({ name: 'RegistryPaused', until });
    expect(github.calls).toHaveLength(1);
  });

  it('on calls at a time are ours', async () => {
    for (let at = 0; at < 20; at += 1) {
      github.repository(`acme/r${at}`).commit({ 'artifact.json': anArtifact() });
    }
    github.latencyMs = 5;
    await readAll(open());
    expect(github.mostAtOnce).toBe(ports.requestsAtOnce);
  });
});
