import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeGitlab, type Paging } from '../../../../test/support/fakes/gitlab.js';
import { type RegistryFailure } from '../../../../test/support/fakes/registry/registry-failures.js';
import {
  registryPorts,
  type TestRegistryPorts,
} from '../../../../test/support/fakes/registry-ports.js';
import { FakeSystem } from '../../../../test/support/fakes/fake-system.js';
import { SilentServer } from '../../../../test/support/fakes/silent-server.js';
import { anArtifact } from '../../../../test/support/factories/an-artifact.js';
import {
  fetchFrom,
  listingOf,
  readAll,
  refsOf,
} from '../../../../test/support/registry-content.js';
import { type AnswerStore } from '../answer-store.js';
import { gitlabRegistry } from '../gitlab/gitlab.registry.js';
import { MemoryAnswerStore } from '../memory-answer-store.js';
import { type PackageRegistry } from '../package-registry.js';
import { PackageUnavailable } from '../package-unavailable.js';
import { RegistryError } from '../registry-error.js';
import { RegistryPaused } from '../registry-paused.js';

const TOKEN = 'glpat-never-elsewhere';
const BASE = '/git';

let gitlab: FakeGitlab;
let elsewhere: SilentServer;
let ports: TestRegistryPorts;
let answers: AnswerStore;

beforeEach(async () => {
  gitlab = await FakeGitlab.start({ basePath: BASE, token: TOKEN });
  elsewhere = await SilentServer.start();
  ports = registryPorts();
  answers = new MemoryAnswerStore();
});
afterEach(async () => {
  await ports.close();
  await gitlab.close();
  await elsewhere.close();
});

const open = (options: { token?: string; ports?: TestRegistryPorts } = {}): PackageRegistry =>
  gitlabRegistry(
    { type: 'gitlab', hostname: gitlab.baseUrl, path: 'acme', token: options.token ?? TOKEN },
    { answers },
    options.ports ?? ports,
  );

const fill = (count: number): void => {
  for (let at = 0; at < count; at += 1) {
    const project = gitlab.project(`acme/p${String(at).padStart(4, '0')}`);
    project.commit({ 'artifact.json': anArtifact({ name: `@acme/p${at}` }) });
  }
};
const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  return 'no failure';
};
const wordsOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await failureOf(work);
  return error instanceof RegistryError ? error.message : String(error);
};
const isList = ({ target }: { target: string }): boolean => target.includes('/groups/');
const isFile = ({ target }: { target: string }): boolean => target.includes('/files/');

describe('a registry over HTTP', () => {
  describe('paging', () => {
    it.each<Paging>(['both', 'link', 'x-next-page'])('follows %p', async (paging) => {
      fill(205);
      gitlab.paging = paging;
      expect(new Set(await refsOf(open())).size).toBe(205);
      expect(gitlab.calls.filter(isList)).toHaveLength(3);
    });

    it('sees a project on a page that began after a full one that is unchanged', async () => {
      fill(100);
      gitlab.tellsPagesAgain = false;
      await listingOf(open());
      // The last one by name is listed first, so this one comes on the second page.
      gitlab.project('acme/a-first').commit({ 'artifact.json': anArtifact() });
      const refs = await refsOf(open());
      expect(refs).toHaveLength(101);
      expect(refs).toContain('acme/a-first');
    });

    it('ends where the pages go round', async () => {
      fill(201);
      gitlab.linkTo = (next) => next.replace(/([?&])page=\d+/, '$1page=2');
      gitlab.paging = 'link';
      expect(await wordsOf(listingOf(open()))).toContain('that came before');
    });

    it('ends at pages without end', async () => {
      const endless = await FakeSystem.start();
      let pages = 0;
      endless.on('/api/v4/groups/acme/projects', (_, res) => {
        const link = `<http://${endless.host}/api/v4/groups/acme/projects?page=${(pages += 1)}>`;
        const project = { id: pages, path_with_namespace: `acme/p${pages}`, empty_repo: true };
        res.writeHead(200, { link: `${link}; rel="next"` }).end(JSON.stringify([project]));
      });
      const registry = gitlabRegistry(
        { type: 'gitlab', hostname: `http://${endless.host}`, path: 'acme' },
        { answers },
        ports,
      );
      expect(await wordsOf(listingOf(registry))).toContain('or 1000 pages');
      await endless.close();
    });
  });

  describe('the token', () => {
    it.each<[string, () => string]>([
      ['another host', () => `http://${elsewhere.host}${BASE}/api/v4/x`],
      ['another port', () => `http://127.0.0.1:1${BASE}/api/v4/x`],
      ['another scheme', () => gitlab.baseUrl.replace('http:', 'https:') + '/api/v4/x'],
      ['out of the base path', () => `${gitlab.origin}/api/v4/x`],
      ['out of the API', () => `${gitlab.baseUrl}/x`],
    ])('is not sent to %s by a redirect or a link', async (_, address) => {
      fill(101);
      gitlab.fail({ redirectTo: address() }, 1);
      expect(await wordsOf(listingOf(open()))).toContain('redirects out of its own API');
      gitlab.forget();
      gitlab.linkTo = address;
      expect(await wordsOf(listingOf(open()))).toContain('a next page outside of its own API');
      expect(gitlab.calls).toHaveLength(1);
      expect(elsewhere.callers).toBe(0);
    });

    it('follows a redirect within the API', async () => {
      fill(1);
      const target = `${BASE}/api/v4/groups/acme/projects?archived=false`;
      gitlab.fail({ redirectTo: target }, 1);
      expect(await refsOf(open())).toEqual(['acme/p0000']);
    });

    it('does not go round with redirects', async () => {
      gitlab.fail({ redirectTo: `${BASE}/api/v4/groups/acme/projects` });
      expect(await wordsOf(listingOf(open()))).toContain('redirects more than 5 times');
    });

    it.each([
      [401, '', 'it does not know the token'],
      [401, 'Token is expired.', 'the token has expired'],
      [401, 'Token was revoked.', 'the token was revoked'],
      [403, 'insufficient_scope', 'the token lacks a scope'],
      [403, '', 'the token has no right'],
    ])('is what %d with %p speaks of', async (answer, message, words) => {
      gitlab.fail({ answer, message });
      const error = await failureOf(listingOf(open()));
      expect(error).toBeInstanceOf(RegistryError);
      expect(String(error)).toContain(words);
      expect(String(error)).not.toContain(TOKEN);
    });

    it('is missed where it is wanted and none is configured', async () => {
      gitlab.fail({ answer: 401 });
      expect(await wordsOf(listingOf(open({ token: '' })))).toContain('none is configured');
    });

    it.each(['two words', 'line\nbreak', 'ü'])('cannot be %p', (token) => {
      expect(() => open({ token })).toThrow('holds characters that no token has');
    });
  });

  describe('pauses', () => {
    const limited = (seconds: number): RegistryFailure => ({
      answer: 429,
      headers: { 'retry-after': String(seconds) },
    });

    it('are waited for when they are short', async () => {
      fill(2);
      gitlab.fail(limited(3), 1);
      expect(await refsOf(open())).toHaveLength(2);
      expect(ports.waits).toEqual([3000]);
    });

    it('end the run when they are long, and say when it goes on', async () => {
      fill(2);
      gitlab.fail(limited(3600), Infinity, isFile);
      const registry = open();
      const [first] = await refsOf(registry);
      const error = await failureOf(fetchFrom(registry, first ?? ''));
      const until = new Date(ports.clock.now().getTime() + 3_600_000);
      expect(error).toBeInstanceOf(RegistryPaused);
      expect(error).toMatchObject({ until });
      expect(ports.waits).toEqual([]);
    });

    it('end the run when they never end', async () => {
      fill(1);
      gitlab.fail(limited(0));
      expect(await failureOf(listingOf(open()))).toBeInstanceOf(RegistryPaused);
      expect(ports.waits).toHaveLength(60);
    });
  });

  describe('faults', () => {
    it('of one project let the others be listed, and come last', async () => {
      fill(3);
      gitlab.fail('server-error', Infinity, ({ target }) => target.includes('/projects/101/'));
      const seen: string[] = [];
      const listing = async (): Promise<void> => {
        for await (const { ref } of open().list(new AbortController().signal)) seen.push(ref);
      };
      await expect(listing()).rejects.toThrow('not all projects could be read: acme/p0001');
      expect(seen).toEqual(['acme/p0002', 'acme/p0000']);
    });

    it('of one file are no fault of the package', async () => {
      fill(1);
      const registry = open();
      const [ref = ''] = await refsOf(registry);
      gitlab.fail('server-error', 1, isFile);
      expect(await failureOf(fetchFrom(registry, ref))).toBeInstanceOf(PackageUnavailable);
      expect(await fetchFrom(registry, ref)).toMatchObject({ ref });
    });

    it('of all projects end the run before all were asked', async () => {
      fill(40);
      gitlab.fail('server-error', Infinity, ({ target }) => target.includes('/repository/'));
      expect(await wordsOf(listingOf(open()))).toContain('and so it did 10 times before');
      expect(gitlab.calls.length).toBeLessThan(80);
    });

    it.each<[Extract<RegistryFailure, string>, string]>([
      ['reset', 'it broke the connection'],
      ['truncated', 'failed'],
      ['gigabyte', 'is larger than'],
      ['gigabyte-compressed', 'is larger than'],
      ['invalid-json', 'not JSON'],
      ['other-json', 'does not answer as such a registry does'],
      ['json-bomb', 'absurd depth'],
      ['html', 'not JSON'],
      ['server-error', 'status 500'],
    ])('of the list are told in words: %s', async (mode, words) => {
      const own = registryPorts({ environment: { OUTBOUND_RESPONSE_LIMIT_BYTES: '1048576' } });
      gitlab.fail(mode);
      try {
        expect(await wordsOf(listingOf(open({ ports: own })))).toContain(words);
      } finally {
        await own.close();
      }
    });

    it.each<Extract<RegistryFailure, string>>(['silent', 'endless'])(
      'of a registry that is %s end with the deadline',
      async (mode) => {
        const own = registryPorts({ environment: { OUTBOUND_TIMEOUT_MS: '100' } });
        gitlab.fail(mode);
        try {
          expect(await wordsOf(listingOf(open({ ports: own })))).toContain(
            'did not answer in time',
          );
        } finally {
          await own.close();
        }
      },
    );

    it('of a host that is not there are told', async () => {
      const registry = open();
      await gitlab.close();
      expect(await wordsOf(listingOf(registry))).toContain('it refuses connections');
      gitlab = await FakeGitlab.start();
    });
  });

  describe('calls', () => {
    it('run only so many at a time', async () => {
      fill(30);
      gitlab.latencyMs = 5;
      await readAll(open());
      expect(gitlab.mostAtOnce).toBe(ports.requestsAtOnce);
    });

    it('share what was kept of answers with other nodes', async () => {
      fill(3);
      const known = await readAll(open());
      gitlab.forget();
      const node = registryPorts();
      try {
        await readAll(open({ ports: node }), known);
      } finally {
        await node.close();
      }
      expect(new Set(gitlab.calls.map(({ status }) => status))).toEqual(new Set([304]));
    });

    it('keep nothing of answers but what is needed', async () => {
      fill(1);
      const kept: string[] = [];
      const put = answers.put.bind(answers);
      answers.put = (key, answer) => {
        kept.push(JSON.stringify(answer.content));
        return put(key, answer);
      };
      await listingOf(open());
      expect(kept[0]).toBe(
        '{"count":1,"entries":[{"id":100,"path":"acme/p0000","defaultBranch":"main"}]}',
      );
    });

    it('ask again in full for an answer that was kept in another form', async () => {
      fill(1);
      await listingOf(open());
      answers.get = () => Promise.resolve({ etag: 'x', nextPage: null, content: ['other'] });
      gitlab.forget();
      expect(await refsOf(open())).toEqual(['acme/p0000']);
      expect(gitlab.calls[0]?.headers).not.toHaveProperty('if-none-match');
    });

    it('stop with the caller', async () => {
      fill(30);
      const caller = new AbortController();
      const listing = async (): Promise<void> => {
        for await (const entry of open().list(caller.signal)) {
          expect(entry.kind).toBe('listed');
          caller.abort(new Error('given up'));
        }
      };
      await expect(listing()).rejects.toThrow('given up');
      expect(gitlab.calls.length).toBeLessThan(60);
    });
  });
});
