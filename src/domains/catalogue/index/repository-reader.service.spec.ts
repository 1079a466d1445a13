import { describe, expect, it } from 'vitest';
import { MemoryAnswerStore } from '../../../connectors/registry/memory-answer-store.js';
import { PackageTooLargeError } from '../../../connectors/registry/package-too-large-error.js';
import { type PackageRegistry } from '../../../connectors/registry/package-registry.js';
import { type RegistryFactory } from '../../../connectors/registry/registry.factory.js';
import { loadConfig } from '../../../platform/config/config.js';
import { type StoredAnswersRepository } from './stored-answers.repository.js';
import { type CatalogueIndexRepository } from './catalogue-index.repository.js';
import { type PackageIndexerService } from './package-indexer.service.js';
import { type NamedRepository, RepositoryReaderService } from './repository-reader.service.js';

const MIB = 1024 * 1024;
const LINE = { kind: 'place', name: null } as const;
const later = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Reads packages of these sizes from two repositories at once; tells what was in hand at a time. */
async function mostInHand(limitBytes: number, sizes: readonly number[]) {
  const hand = new Map<string, number>();
  const most = { light: 0, heavy: 0 };
  const count = (): void => {
    const held = [...hand.values()];
    const light = held.filter((size) => size <= MIB).length;
    most.light = Math.max(most.light, light);
    most.heavy = Math.max(most.heavy, held.length - light);
  };
  const registryOf = (name: string): PackageRegistry => ({
    async *list() {
      for (const at of sizes.keys()) {
        yield await Promise.resolve({
          kind: 'listed' as const,
          ref: String(at),
          fingerprint: 'f',
          line: LINE,
        });
      }
    },
    async fetch(ref, _signal, mostBytes = limitBytes) {
      const size = sizes[Number(ref)] ?? 0;
      if (size > mostBytes) throw new PackageTooLargeError(ref);
      hand.set(`${name} ${ref}`, size);
      count();
      await later();
      const changedAt = { kind: 'file' as const, date: new Date(0) };
      return { ref, line: LINE, document: {}, changedAt };
    },
  });
  const indexed: string[] = [];
  const reader = new RepositoryReaderService(
    { open: ({ path }: NamedRepository) => registryOf(path) } as unknown as RegistryFactory,
    {
      knownPlaces: () => Promise.resolve(new Map()),
      markRemoved: () => Promise.resolve(),
    } as unknown as CatalogueIndexRepository,
    {
      put: async ({ config, ref }: { config: string; ref: string }) => {
        await later();
        hand.delete(`${config} ${ref}`);
        indexed.push(ref);
        return { kind: 'indexed', entry: { nameFolded: ref } };
      },
    } as unknown as PackageIndexerService,
    new MemoryAnswerStore() as unknown as StoredAnswersRepository,
    loadConfig({ ARTIFACT_LIMIT_BYTES: String(limitBytes) }),
  );
  const read = (name: string) =>
    reader.read(
      {
        name,
        type: 'local',
        hostname: '',
        path: name,
        token: '',
        readsSignatures: false,
        trust: { publicKeys: [], requireSignature: false },
      },
      { broken: [], stamp: 's', progress: () => undefined },
      new AbortController().signal,
    );
  const results = await Promise.all([read('@a'), read('@b')]);
  expect(results.map(({ packages }) => packages)).toEqual([sizes.length, sizes.length]);
  expect(indexed).toHaveLength(2 * sizes.length);
  return most;
}

describe('RepositoryReaderService', () => {
  const all = (count: number, size: number) => Array.from({ length: count }, () => size);

  it('has no more large packages in hand than together make up the budget, over all repositories', async () => {
    expect(await mostInHand(200 * MIB, all(30, 200 * MIB))).toEqual({ light: 0, heavy: 1 });
    expect(await mostInHand(16 * MIB, all(30, 2 * MIB))).toEqual({ light: 0, heavy: 2 });
  });

  it('reads the usual ones side by side, whatever large ones lie among them', async () => {
    const { light, heavy } = await mostInHand(100 * MIB, [...all(40, MIB), ...all(3, 90 * MIB)]);
    expect(light).toBe(48);
    expect(heavy).toBe(1);
  });
});
