import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { CatalogueEntriesRepository } from '../../src/domains/catalogue/index/catalogue-entries.repository.js';
import { CATALOGUE_ENTRY_MODEL } from '../../src/domains/catalogue/index/catalogue-entry.schema.js';
import { CatalogueIndexRepository } from '../../src/domains/catalogue/index/catalogue-index.repository.js';
import { OriginalsRepository } from '../../src/domains/artifacts/stored/originals.repository.js';
import { PACKAGE_ORIGINAL_MODEL } from '../../src/domains/artifacts/stored/package-original.schema.js';
import { PACKAGE_SNAPSHOT_MODEL } from '../../src/domains/artifacts/stored/package-snapshot.schema.js';
import { SnapshotsRepository } from '../../src/domains/artifacts/stored/snapshots.repository.js';
import { startArtifacts } from '../support/artifacts-domain.js';
import { testDatabase } from '../support/database.js';
import { expectLean, explainReads } from '../support/explained.js';
import { watched } from '../support/watch-commands.js';

const PACKAGES = 100;
const DOCUMENTS = 10;
const SNAPSHOTS = 3;
const CONFIGS = ['@a', '@b', '@c'];
const VERSIONS = 4;

const each = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Documents of one version of a package; without a snapshot, of the installed one. */
function rowsOf(packageId: string, snapshot: string | undefined): readonly object[] {
  return each(DOCUMENTS, (at) => ({
    _id: `${snapshot ?? 'now'}:${packageId}:${String(at)}`,
    packageId,
    collection: 'workflows',
    documentId: `${packageId}-${String(at)}`,
    ...(snapshot !== undefined && { snapshot }),
    document: { name: 'x' },
  }));
}

function snapshotsOf(packageId: string): readonly object[] {
  return each(SNAPSHOTS, (revision) => {
    const _id = `${packageId}:${String(revision)}`;
    return [{ _id, packageId, revision, content: {} }, ...rowsOf(packageId, _id)];
  }).flat();
}

/** The versions of a package that one repository offers. */
function entriesOf(nameFolded: string, config: string): readonly object[] {
  return each(VERSIONS, (at) => {
    const ref = `${nameFolded}@${String(at)}`;
    return {
      _id: `${config} ${ref}`,
      config,
      ref,
      nameFolded,
      version: `1.${String(at)}.0`,
      contentId: ref,
      signature: { state: 'unchecked', key: null },
      signatureText: null,
    };
  });
}

describe('what is kept of packages is found by indexes', () => {
  const database = testDatabase('package-change-indexes');
  let domain: TestingModule;

  beforeAll(async () => {
    domain = await startArtifacts({ uri: watched(database.uri) });
    const insert = async (model: string, rows: readonly object[]) =>
      domain
        .get<Model<unknown>>(getModelToken(model), { strict: false })
        .collection.insertMany(rows);
    const ids = each(PACKAGES, (at) => `package-${String(at)}`);
    await insert(PACKAGE_SNAPSHOT_MODEL, ids.flatMap(snapshotsOf));
    await insert(
      PACKAGE_ORIGINAL_MODEL,
      ids.flatMap((id) => [...rowsOf(id, undefined), ...rowsOf(id, `${id}:0`)]),
    );
  });
  beforeAll(async () => {
    const names = each(PACKAGES, (at) => `package-${String(at)}`);
    const entries = names.flatMap((name) => CONFIGS.flatMap((config) => entriesOf(name, config)));
    await domain
      .get<Model<unknown>>(getModelToken(CATALOGUE_ENTRY_MODEL), { strict: false })
      .collection.insertMany(entries);
  });
  afterAll(async () => {
    await domain.close();
    await database.drop();
  });

  it('the version before, and its documents', async () => {
    const snapshots = domain.get(SnapshotsRepository);
    const { result, reads } = await explainReads(domain, async () => {
      const latest = await snapshots.latest('package-7');
      return latest && { ...latest, documents: await snapshots.documents(latest) };
    });
    expect(result).toMatchObject({ _id: 'package-7:2', revision: 2 });
    expect(result?.documents).toHaveLength(DOCUMENTS);
    expectLean(reads);
  });

  it('what some repositories offer of some packages, for plans', async () => {
    const { result, reads } = await explainReads(domain, () =>
      domain
        .get(CatalogueEntriesRepository)
        .findOfNames(['package-7', 'package-70', 'absent'], ['@a', '@c']),
    );
    expect(result).toHaveLength(2 * 2 * VERSIONS);
    expectLean(reads);
  });

  it('what a repository offers, to be judged by other keys', async () => {
    const { result, reads } = await explainReads(domain, async () => {
      let count = 0;
      for await (const { _id } of domain.get(CatalogueIndexRepository).signed('@b')) {
        expect(_id).toMatch(/^@b /);
        count += 1;
      }
      return count;
    });
    expect(result).toBe(PACKAGES * VERSIONS);
    expectLean(reads);
  });

  it('what the installed version brought', async () => {
    const { result, reads } = await explainReads(domain, () =>
      domain.get(OriginalsRepository).ofPackage('package-7'),
    );
    expect(result.size).toBe(DOCUMENTS);
    expectLean(reads);
  });
});
