import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anArtifact } from '#test/support/factories/an-artifact.js';
import {
  HOSTED_REGISTRIES,
  HOSTED_TOKEN,
  type HostedRegistry,
} from '#test/support/fakes/hosted-registry.js';
import { type FakeGitRepository } from '#test/support/fakes/registry/fake-git-repository.js';
import {
  type FakeRegistry,
  type RegistryCall,
} from '#test/support/fakes/registry/fake-registry.js';
import { type RegistryFailure } from '#test/support/fakes/registry/registry-failures.js';
import { registryPorts } from '#test/support/fakes/registry-ports.js';
import { SilentServer } from '#test/support/fakes/silent-server.js';
import {
  failureOf,
  fetchFrom,
  listingOf,
  readAll,
  refsOf,
} from '#test/support/registry-content.js';
import { invariant } from '../../../kernel/invariant.js';
import { type PackageRegistry } from '../package-registry.js';
import { PackageUnavailable } from '../package-unavailable.js';
import { RegistryError } from '../registry-error.js';
import { RegistryPaused } from '../registry-paused.js';

/** What a whole listing is refused with. */
const wordsOf = async (registry: PackageRegistry): Promise<string> => {
  const error = await failureOf(listingOf(registry));
  expect(error).toBeInstanceOf(RegistryError);
  expect(error.message).not.toContain(HOSTED_TOKEN);
  return error.message;
};

describe.each(HOSTED_REGISTRIES)('a registry over HTTP: %s', (_, start) => {
  let hosted: HostedRegistry;
  let fake: FakeRegistry;
  let elsewhere: SilentServer;
  beforeEach(async () => {
    elsewhere = await SilentServer.start();
    hosted = await start();
    ({ fake } = hosted);
  });
  afterEach(async () => {
    await hosted.close();
    await elsewhere.close();
  });

  const fill = (count: number): readonly FakeGitRepository[] =>
    Array.from({ length: count }, (_each, at) => {
      const repository = hosted.add(`p${at}`);
      repository.commit({ 'artifact.json': anArtifact({ name: `@acme/p${at}` }) });
      return repository;
    });
  /** Repositories that are left out, for they are empty. */
  const pages = (count: number): void => {
    for (let at = 0; at < 100 * (count - 1) + 1; at += 1) hosted.add(`e${at}`);
  };

  describe('pages', () => {
    it.each<[string, (next: string) => string]>([
      ['the first one', () => fake.origin + (fake.calls[0]?.target ?? '')],
      ['the one that named it', (next) => next.replace(/([?&])page=\d+/, '$1page=2')],
    ])('end where the next one is %s', async (_each, linkTo) => {
      pages(3);
      fake.linkTo = linkTo;
      expect(await wordsOf(hosted.open())).toContain('names a page as the next that came before');
      expect(fake.calls.length).toBeLessThanOrEqual(2);
    });
  });

  describe('the token', () => {
    const pathOf = (path: string): string => new URL(fake.apiUrl).pathname + path;
    const outside: [string, () => string][] = [
      ['another host', () => `http://${elsewhere.host}${pathOf(hosted.listing)}?page=2`],
      ['another port', () => `http://127.0.0.1:1${pathOf('/x')}`],
      ['another scheme', () => `${fake.apiUrl.replace('http:', 'https:')}/x`],
      ['out of the base path', () => `${fake.origin}/api/v4/x`],
      ['a path beside the API', () => `${fake.origin}/git/x`],
      ['a page to sign in', () => `${fake.origin}/login?page=2`],
    ];

    it.each(outside)('is not sent to %s by a redirect', async (_each, address) => {
      fake.fail({ redirectTo: address() });
      expect(await wordsOf(hosted.open())).toContain(
        'redirects out of its own API; the token is not sent there',
      );
      expect([elsewhere.callers, fake.calls.length]).toEqual([0, 1]);
    });

    it.each(outside)('is not sent to %s by a link', async (_each, address) => {
      pages(2);
      fake.linkTo = address;
      const words = await wordsOf(hosted.open());
      expect(words).toContain('a next page outside of its own API');
      expect(words).toContain('the token is not sent there');
      expect([elsewhere.callers, fake.calls.length]).toEqual([0, 1]);
    });

    it('follows a redirect within the API', async () => {
      fill(1);
      fake.fail({ redirectTo: `${pathOf(hosted.listing)}?archived=false` }, 1);
      expect(await refsOf(hosted.open())).toEqual(['acme/p0']);
    });

    it('does not go round with redirects', async () => {
      fake.fail({ redirectTo: fake.apiUrl + hosted.listing });
      expect(await wordsOf(hosted.open())).toContain('redirects more than 5 times');
    });

    it.each([
      [401, '', 'it does not know the token'],
      [401, 'Bad credentials', 'it does not know the token'],
      [401, 'Token is expired.', 'the token has expired'],
      [401, 'Token was revoked.', 'the token was revoked'],
      [403, 'insufficient_scope', 'the token lacks a scope'],
      [403, '', 'the token has no right'],
      [403, 'Resource not accessible', 'the token has no right'],
      [404, '', 'or the token may not see it'],
    ])('is what %d with %j speaks of', async (answer, message, words) => {
      fake.fail({ answer, message });
      expect(await wordsOf(hosted.open())).toContain(words);
    });

    it('is missed where it is wanted and none is configured', async () => {
      fake.fail({ answer: 401 });
      expect(await wordsOf(hosted.open({ token: '' }))).toContain('none is configured');
    });

    it.each(['two words', 'line\nbreak', 'ü'])('cannot be %j', (token) => {
      expect(() => hosted.open({ token })).toThrow('holds characters that no token has');
    });
  });

  describe('pauses', () => {
    const limited = (seconds: number): RegistryFailure => ({
      answer: 429,
      headers: { 'retry-after': String(seconds) },
    });

    it('are waited for when they are short', async () => {
      fill(2);
      fake.fail(limited(30), 1);
      expect(await refsOf(hosted.open())).toHaveLength(2);
      expect(hosted.ports.waits).toEqual([30_000]);
    });

    it('end the run when they are long, and say when it goes on', async () => {
      fill(2);
      fake.fail(limited(3600), Infinity, hosted.isFile);
      const registry = hosted.open();
      const [first] = await refsOf(registry);
      const error = await failureOf(fetchFrom(registry, first ?? ''));
      const until = new Date(hosted.ports.clock.now().getTime() + 3_600_000);
      expect(error).toBeInstanceOf(RegistryPaused);
      expect(error).toMatchObject({ until });
      expect(hosted.ports.waits).toEqual([]);
    });

    it('end the run when they never end', async () => {
      fill(1);
      fake.fail(limited(0));
      expect(await failureOf(listingOf(hosted.open()))).toBeInstanceOf(RegistryPaused);
      expect(hosted.ports.waits).toHaveLength(60);
    });
  });

  describe('faults', () => {
    it.each([
      ['all calls', ''],
      ['the tags', '/tags'],
    ])('at %s of one repository let the others be listed, and come last', async (_each, part) => {
      const [, broken] = fill(3);
      invariant(broken, 'there are three');
      const isWithin = hosted.isWithin(broken);
      const applies = (call: RegistryCall): boolean => isWithin(call) && call.target.includes(part);
      fake.fail('server-error', Infinity, applies);
      const seen: string[] = [];
      const listing = async (): Promise<void> => {
        for await (const { ref } of hosted.open().list(new AbortController().signal)) {
          seen.push(ref);
        }
      };
      await expect(listing()).rejects.toThrow('not all projects could be read: acme/p1');
      expect(seen.sort()).toEqual(['acme/p0', 'acme/p2']);
    });

    it('of one file are no fault of the package', async () => {
      fill(1);
      const registry = hosted.open();
      const [ref = ''] = await refsOf(registry);
      fake.fail('server-error', 1, hosted.isFile);
      expect(await failureOf(fetchFrom(registry, ref))).toBeInstanceOf(PackageUnavailable);
      expect(await fetchFrom(registry, ref)).toMatchObject({ ref });
    });

    it('of all repositories end the run before all were asked', async () => {
      fill(40);
      fake.fail('server-error', Infinity, (call) => !hosted.isListing(call));
      expect(await wordsOf(hosted.open())).toContain('and so it did 10 times before');
      expect(fake.calls.length).toBeLessThan(80);
    });

    it.each<[Extract<RegistryFailure, string>, string]>([
      ['reset', 'it broke the connection'],
      ['truncated', 'failed'],
      ['gigabyte', 'is larger than'],
      ['gigabyte-compressed', 'is larger than'],
      ['invalid-json', 'not JSON'],
      ['other-json', 'does not answer as such a registry does'],
      ['bad-utf8', 'does not answer as such a registry does'],
      ['json-bomb', 'absurd depth'],
      ['html', 'not JSON'],
      ['server-error', 'answers with status 500'],
    ])('of the list are told in words: %s', async (mode, words) => {
      const ports = registryPorts({ environment: { OUTBOUND_RESPONSE_LIMIT_BYTES: '1048576' } });
      fake.fail(mode);
      try {
        expect(await wordsOf(hosted.open({}, { ports }))).toContain(words);
      } finally {
        await ports.close();
      }
    });

    it.each<Extract<RegistryFailure, string>>(['silent', 'endless'])(
      'of a registry that is %s end with the deadline',
      async (mode) => {
        const ports = registryPorts({ environment: { OUTBOUND_TIMEOUT_MS: '100' } });
        fake.fail(mode);
        try {
          expect(await wordsOf(hosted.open({}, { ports }))).toContain('did not answer in time');
        } finally {
          await ports.close();
        }
      },
    );

    it('of a host that is not there are told', async () => {
      const { host } = new URL(fake.origin);
      const gone = await SilentServer.start();
      await gone.close();
      const hostname = fake.baseUrl.replace(host, gone.host);
      expect(await wordsOf(hosted.open({ hostname }))).toContain('it refuses connections');
    });
  });

  describe('calls', () => {
    it('run only so many at a time', async () => {
      fill(30);
      fake.latencyMs = 5;
      await readAll(hosted.open());
      expect(fake.mostAtOnce).toBe(hosted.ports.requestsAtOnce);
    });

    it('share what was kept of answers with other nodes', async () => {
      fill(3);
      const known = await readAll(hosted.open());
      fake.forget();
      const ports = registryPorts();
      try {
        await readAll(hosted.open({}, { ports }), known);
      } finally {
        await ports.close();
      }
      expect(new Set(fake.calls.map(({ status }) => status))).toEqual(new Set([304]));
    });

    it('ask again in full for an answer that was kept in another form', async () => {
      fill(1);
      await listingOf(hosted.open());
      hosted.answers.get = () => Promise.resolve({ etag: 'x', nextPage: null, content: ['other'] });
      fake.forget();
      expect(await refsOf(hosted.open())).toEqual(['acme/p0']);
      expect(fake.calls[0]?.headers).not.toHaveProperty('if-none-match');
    });

    it('stop with the caller', async () => {
      fill(30);
      const caller = new AbortController();
      const listing = async (): Promise<void> => {
        for await (const entry of hosted.open().list(caller.signal)) {
          expect(entry.kind).toBe('listed');
          caller.abort(new Error('given up'));
        }
      };
      await expect(listing()).rejects.toThrow('given up');
      expect(fake.calls.length).toBeLessThan(60);
    });
  });
});
