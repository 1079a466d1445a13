import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BrokenPackageError } from '../../src/connectors/registry/broken-package-error.js';
import { PackageTooLargeError } from '../../src/connectors/registry/package-too-large-error.js';
import { type PackageRegistry } from '../../src/connectors/registry/package-registry.js';
import { RegistryError } from '../../src/connectors/registry/registry-error.js';
import {
  type ListedPackage,
  type RegistryPackage,
} from '../../src/connectors/registry/registry-package.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { anArtifact } from '../support/factories/an-artifact.js';

/** A repository that a test fills; each adapter brings one that behaves as its real kind does. */
export interface RegistryHarness {
  /** The adapter under test, on this repository. */
  open(limitBytes: number): PackageRegistry;
  /** Puts a package in, or another state of it in its place. */
  publish(project: string, artifact: JsonObject): Promise<void>;
  /** Puts arbitrary bytes where a package should be. */
  publishBytes(project: string, bytes: Buffer): Promise<void>;
  remove(project: string): Promise<void>;
  /** Makes the repository as a whole unreadable. */
  takeAway(): Promise<void>;
  close(): Promise<void>;
}

const LIMIT_BYTES = 64 * 1024;
const NEVER = new AbortController().signal;

interface Content {
  readonly documents: readonly JsonObject[];
  readonly broken: readonly string[];
}

/** Everything that a reader of the repository gets to see: sound packages, and why others are not. */
async function contentOf(registry: PackageRegistry): Promise<Content> {
  const documents: JsonObject[] = [];
  const broken: string[] = [];
  for await (const found of registry.list(NEVER)) {
    const read = found.kind === 'broken' ? found : await fetchOf(registry, found.ref);
    if ('reason' in read) broken.push(`${read.ref}: ${read.reason}`);
    else documents.push(read.document);
  }
  return { documents, broken };
}

async function fetchOf(
  registry: PackageRegistry,
  ref: string,
): Promise<RegistryPackage | BrokenPackageError> {
  try {
    return await registry.fetch(ref, NEVER);
  } catch (error) {
    if (error instanceof BrokenPackageError) return error;
    throw error;
  }
}

async function listedOf(registry: PackageRegistry): Promise<readonly ListedPackage[]> {
  const listed: ListedPackage[] = [];
  for await (const found of registry.list(NEVER)) if (found.kind === 'listed') listed.push(found);
  return listed;
}

/** What every package registry promises, whatever its kind. */
export function describePackageRegistry(
  kind: string,
  makeHarness: () => Promise<RegistryHarness>,
): void {
  describe(`a ${kind} package registry`, () => {
    let harness: RegistryHarness;
    let registry: PackageRegistry;
    beforeEach(async () => {
      harness = await makeHarness();
      registry = harness.open(LIMIT_BYTES);
    });
    afterEach(() => harness.close());

    it('gives every package back as it was published, in either dialect', async () => {
      const ours = anArtifact({ name: '@acme/a' });
      const theirs = anArtifact({
        name: '@acme/b',
        metadata: { IAPDependencies: { 'app-mop': '' }, gitlabId: 77, extra: { empty: {} } },
      });
      await harness.publish('a', ours);
      await harness.publish('b', theirs);
      const { documents, broken } = await contentOf(registry);
      expect(documents).toHaveLength(2);
      expect(documents).toEqual(expect.arrayContaining([ours, theirs]));
      expect(broken).toEqual([]);
    });

    it('lists nothing for an empty repository', async () => {
      expect(await contentOf(registry)).toEqual({ documents: [], broken: [] });
    });

    it('lists the same packages in the same order while nothing changes', async () => {
      for (const project of ['c', 'a', 'b']) {
        await harness.publish(project, anArtifact({ name: `@acme/${project}` }));
      }
      const first = await listedOf(registry);
      expect(new Set(first.map(({ ref }) => ref)).size).toBe(3);
      expect(await listedOf(registry)).toEqual(first);
    });

    it('changes the fingerprint of a changed package, and of no other', async () => {
      await harness.publish('a', anArtifact({ name: '@acme/a' }));
      await harness.publish('b', anArtifact({ name: '@acme/b' }));
      const before = await listedOf(registry);
      await harness.publish('a', anArtifact({ name: '@acme/a', version: '1.0.1' }));
      const after = await listedOf(registry);
      const unchanged = after.filter(({ fingerprint }) =>
        before.some((entry) => entry.fingerprint === fingerprint),
      );
      expect(after).toHaveLength(2);
      expect(unchanged).toHaveLength(1);
    });

    it('tells of the line of a package the same before and after reading it', async () => {
      await harness.publish('a', anArtifact());
      const [listed] = await listedOf(registry);
      const found = await registry.fetch(listed?.ref ?? '', NEVER);
      expect(found).toMatchObject({ ref: listed?.ref, line: listed?.line });
      expect(found.changedAt.date.getTime()).toBeLessThanOrEqual(Date.now());
    });

    it('no longer lists what was removed', async () => {
      await harness.publish('a', anArtifact({ name: '@acme/a' }));
      await harness.publish('b', anArtifact({ name: '@acme/b' }));
      await harness.remove('a');
      const { documents } = await contentOf(registry);
      expect(documents).toEqual([anArtifact({ name: '@acme/b' })]);
    });

    it.each([
      ['broken JSON', Buffer.from('{"metadata": ')],
      ['malformed UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
      ['no object', Buffer.from('[1, 2]')],
      ['nothing', Buffer.alloc(0)],
      ['nesting without end', Buffer.from(`{"x":${'['.repeat(9000)}${']'.repeat(9000)}}`)],
      ['more than the limit', Buffer.alloc(LIMIT_BYTES + 1, 0x20)],
    ])('names a package that holds %s, and lists the others', async (_, bytes) => {
      await harness.publish('good', anArtifact({ name: '@acme/good' }));
      await harness.publishBytes('bad', bytes);
      const { documents, broken } = await contentOf(registry);
      expect(documents).toEqual([anArtifact({ name: '@acme/good' })]);
      expect(broken).toEqual([expect.stringContaining('bad')]);
    });

    it('names the limit that a package exceeds', async () => {
      await harness.publishBytes('bad', Buffer.alloc(LIMIT_BYTES + 1, 0x20));
      const { broken } = await contentOf(registry);
      expect(broken[0]).toContain(`the limit is ${LIMIT_BYTES} bytes`);
    });

    it('leaves a package that is larger than asked for, and gives it to who asks for more', async () => {
      const small = anArtifact({ name: '@acme/small' });
      const large = anArtifact({ name: '@acme/large', readme: 'x'.repeat(LIMIT_BYTES / 2) });
      await harness.publish('large', large);
      await harness.publish('small', small);
      const refs = (await listedOf(registry)).map(({ ref }) => ref);
      const refOf = (name: string) => refs.find((ref) => ref.includes(name)) ?? '';
      const most = LIMIT_BYTES / 4;
      const [one, other] = await Promise.allSettled([
        registry.fetch(refOf('large'), NEVER, most),
        registry.fetch(refOf('small'), NEVER, most),
      ]);
      expect(one).toMatchObject({ reason: expect.any(PackageTooLargeError) as unknown });
      expect(other).toMatchObject({ value: { document: small } });
      expect((await registry.fetch(refOf('large'), NEVER)).document).toEqual(large);
    });

    it.each(['nowhere', '../../etc', '/etc/passwd', '', 'a\u0000b'])(
      'refuses to fetch %p, which it has not named',
      async (ref) => {
        await harness.publish('a', anArtifact());
        await expect(registry.fetch(ref, NEVER)).rejects.toBeInstanceOf(BrokenPackageError);
      },
    );

    it('says that the repository as a whole cannot be read', async () => {
      await harness.publish('a', anArtifact());
      const [listed] = await listedOf(registry);
      await harness.takeAway();
      await expect(contentOf(registry)).rejects.toBeInstanceOf(RegistryError);
      await expect(registry.fetch(listed?.ref ?? '', NEVER)).rejects.toBeInstanceOf(RegistryError);
    });

    it('stops when the caller gives up', async () => {
      await harness.publish('a', anArtifact());
      const [listed] = await listedOf(registry);
      const gone = AbortSignal.abort(new Error('given up'));
      const listing = registry.list(gone)[Symbol.asyncIterator]();
      await expect(listing.next()).rejects.toThrow('given up');
      await expect(registry.fetch(listed?.ref ?? '', gone)).rejects.toThrow('given up');
    });
  });
}
