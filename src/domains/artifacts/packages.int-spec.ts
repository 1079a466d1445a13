import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestingModule } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import { ArtifactNodes } from '../../../test/support/artifact-nodes.js';
import { aPrincipal } from '../../../test/support/factories/a-principal.js';
import { anArtifact, aWorkflow } from '../../../test/support/factories/an-artifact.js';
import {
  changesOnPower,
  clearPackages,
  storedPackages,
} from '../../../test/support/packages-on-power.js';
import { type Power, PowerCutError } from '../../../test/support/power-cut.js';
import { readArtifact } from '../../connectors/registry/artifact-reader.js';
import { AppError } from '../../kernel/app-error.js';
import { IdSource } from '../../kernel/ids.js';
import { type JsonObject } from '../../kernel/json.js';
import { LockBusyError } from '../../platform/database/lock-busy-error.js';
import { PackagedDocuments } from '../../platform/packaged/packaged-documents.js';
import { UNFOLLOWED } from '../../platform/tracking/operation-progress.js';
import { ArtifactsService } from './artifacts.service.js';
import { CatalogueService } from './offered/catalogue.service.js';
import { PackageChangesService } from './changes/package-changes.service.js';
import { PackageJournalRepository } from './changes/package-journal.repository.js';
import { NamedLocks } from '#platform/database/named-locks.js';
import { bundleModel } from './stored/bundle-document.schema.js';
import { InstallPlannerService } from './planning/install-planner.service.js';
import { PackageInstallerService } from './packages/package-installer.service.js';
import { PackagesRepository } from './stored/packages.repository.js';
import { partOfList } from '../../../test/support/part-of-list.js';
import { walkLength } from '../../../test/support/walk-length.js';
import { INSTALLED_LIST } from './artifact-lists.js';
import { PackagesService } from './packages/packages.service.js';
import { ChangePlannerService } from './planning/change-planner.service.js';

/** The same ids in the same order after each `restart`. */
class CountedIds extends IdSource {
  private count = 0;
  override next(): string {
    this.count += 1;
    return this.count.toString(16).padStart(24, '0');
  }
  restart(): void {
    this.count = 0;
  }
}

const ADA = aPrincipal();

const V1 = anArtifact({
  name: '@acme/x',
  version: '1.0.0',
  bundles: [
    { type: 'transformation', data: { _id: 't1', name: 'Same', steps: [] } },
    { type: 'workflow', data: aWorkflow('Goes') },
    { type: 'automation', data: { _id: 'a1', name: 'Stays', triggers: [{ actionId: 'a1' }] } },
  ],
});
const V2 = anArtifact({
  name: '@acme/x',
  version: '2.0.0',
  bundles: [
    { type: 'workflow', data: aWorkflow('Comes', { tr_id: 't1' }) },
    { type: 'transformation', data: { _id: 't1', name: 'Same', steps: [{ id: 1 }] } },
    { type: 'automation', data: { _id: 'a1', name: 'Stays', triggers: [] } },
    { type: 'dashboard', data: { name: 'Unknown type' } },
  ],
});

/** Why a change failed; one that was decided before says that it will be carried through. */
function causeOf(outcome: unknown): unknown {
  return outcome instanceof AppError && outcome.code === 'change-unfinished'
    ? outcome.cause
    : outcome;
}

/** What a change that has ended leaves nothing of. */
function marksOf(stored: readonly object[]): readonly object[] {
  const marks = ['pending', 'leaving', 'operation', 'operationId', 'phase'];
  return stored.filter((one) => marks.some((mark) => mark in one));
}

describe('packages', () => {
  const ids = new CountedIds();
  const nodes = new ArtifactNodes('packages', (builder) =>
    builder.overrideProvider(IdSource).useValue(ids),
  );
  const { clock } = nodes;
  let node: TestingModule;
  let otherNode: TestingModule;
  let connection: Connection;

  const artifacts = (on = node) => on.get(ArtifactsService);
  const upload = (document: JsonObject, overwrite = false, on = node) =>
    install(artifacts(on), document, overwrite);
  const install = (service: ArtifactsService, document: JsonObject, overwrite = true) =>
    service.installUploaded({ document, pointer: '#/artifact' }, { overwrite }, ADA);
  const exported = (name: string) => node.get(PackagesService).export(name, 'original', ADA);

  const listed = async () => {
    const { items } = await node.get(PackagesService).list(partOfList(INSTALLED_LIST));
    return items.map(({ artifact }) => artifact.version);
  };

  /** Everything that is stored about packages, bundle documents and what is staged. */
  const stored = () => storedPackages(connection);
  const clear = async () => {
    await clearPackages(connection);
    ids.restart();
  };

  /** The service as it is, with changes of another kind. */
  const serviceWith = (changes: PackageChangesService): ArtifactsService =>
    new ArtifactsService(
      node.get(ChangePlannerService),
      changes,
      node.get(CatalogueService),
      node.get(PackagesService),
      ids,
    );
  /** The same on models that fail after so many writes. */
  const onPower = (power: Power): ArtifactsService => serviceWith(changesOnPower(node, power));
  const toInstall = (document: JsonObject) => {
    const reading = readArtifact(document);
    if (reading.kind === 'faulty') throw new Error('the package of the test is not sound');
    return { document, artifact: reading.artifact, principal: ADA };
  };

  beforeAll(async () => {
    ({ node, otherNode, connection } = await nodes.start());
  });
  beforeEach(clear);
  afterAll(() => nodes.close());

  describe('after a crash', () => {
    interface Walk {
      readonly prepare: () => Promise<unknown>;
      readonly act: (service: ArtifactsService) => Promise<unknown>;
    }
    const walks: [string, Walk][] = [
      [
        'of a first installation',
        {
          prepare: () => Promise.resolve(),
          act: (service) => install(service, V1),
        },
      ],
      [
        'of a replacement',
        {
          prepare: () => upload(V1),
          act: (service) => install(service, V2),
        },
      ],
      [
        'of a removal',
        {
          prepare: () => upload(V1),
          act: (service) => service.uninstall('@acme/x', undefined, ADA),
        },
      ],
    ];

    /** Starts anew and lets the power fail after so many writes. */
    const crashAfter = async ({ prepare, act }: Walk, writes: number): Promise<unknown> => {
      await clear();
      await prepare();
      return act(onPower({ writesLeft: writes })).then(
        () => 'done',
        (error: unknown) => error,
      );
    };

    it.each(walks)(
      '%s the old or the new state is found, and never half of it',
      async (_, walk) => {
        await clear();
        await walk.prepare();
        const before = await stored();
        await walk.act(onPower({ writesLeft: Infinity }));
        const after = await stored();

        const found: string[] = [];
        for (let writes = 0; ; writes += walkLength(3, 1)) {
          const outcome = await crashAfter(walk, writes);
          if (outcome === 'done') break;
          expect(causeOf(outcome)).toBeInstanceOf(PowerCutError);
          const seen = await listed();
          await otherNode.get(PackageChangesService).recover();
          const now = await stored();
          found.push(JSON.stringify(now) === JSON.stringify(before) ? 'old' : 'new');
          expect(now).toEqual(found.at(-1) === 'old' ? before : after);
          expect([[], ['1.0.0'], ['2.0.0']]).toContainEqual(seen);
        }
        // Once the new state has been found, no later crash leads back to the old one.
        expect(found.join(' ')).toMatch(/^(old )+(new ?)+$/);
        expect(found.length).toBeGreaterThan(3);
      },
    );

    it('the next change ends what was begun, without a recovery', async () => {
      const [, [, replacement]] = walks as [unknown, [string, Walk]];
      for (let writes = 1; (await crashAfter(replacement, writes)) !== 'done'; writes += 4) {
        await upload(anArtifact({ name: '@acme/next' }), false, otherNode);
        expect(marksOf(await stored())).toEqual([]);
      }
    });

    it('while a recovery itself is interrupted, the next one goes on', async () => {
      const [, [, replacement]] = walks as [unknown, [string, Walk]];
      const step = walkLength(6, 3);
      for (let writes = 1; (await crashAfter(replacement, writes)) !== 'done'; writes += step) {
        for (const more of [0, 2, 9]) {
          await changesOnPower(node, { writesLeft: more })
            .recover()
            .catch(() => undefined);
        }
        await node.get(PackageChangesService).recover();
        const versions = (await stored()).flatMap((one) => ('version' in one ? [one.version] : []));
        expect(versions).toHaveLength(1);
        const document = await exported('@acme/x');
        expect(document).toEqual(versions[0] === '1.0.0' ? V1 : V2);
      }
    });
  });

  describe('replacing', () => {
    it('keeps the _ids of documents that stay, and gives the new package back as it came', async () => {
      await upload(V1);
      const idOf = async (collection: string, name: string) => {
        const model = connection.model<{ _id: string }>(bundleModel(collection));
        return (
          await model
            .findOne({ name } as object)
            .lean()
            .exec()
        )?._id;
      };
      const automation = await idOf('automations', 'Stays');
      await upload(V2, true);
      expect(await idOf('automations', 'Stays')).toBe(automation);
      expect(await idOf('workflows', 'Goes')).toBeUndefined();
      expect(await exported('@acme/x')).toEqual(V2);
      await upload(V1, true);
      expect(await exported('@acme/x')).toEqual(V1);
    });

    it('refuses an installed package without overwrite, and changes nothing', async () => {
      await upload(V1);
      const before = await stored();
      await expect(upload(V2)).rejects.toMatchObject({
        kind: 'conflict',
        code: 'already-installed',
      });
      expect(await stored()).toEqual(before);
    });
  });

  it('keeps beside a document what the owner of its collection derives, and tells it of changes', async () => {
    const settled: number[] = [];
    const workflows = connection.model<{ facts?: unknown }>(bundleModel('workflows'));
    node.get(PackagedDocuments).register('workflows', {
      derive: ({ name }) => ({ facts: { of: name } }),
      settle: async () => {
        settled.push(await workflows.countDocuments({ facts: { of: 'Goes' } }));
      },
    });
    await upload(V1);
    await artifacts().uninstall('@acme/x', undefined, ADA);
    expect(settled).toEqual([1, 0]);
  });

  describe('when names meet', () => {
    const other = anArtifact({
      name: '@acme/other',
      bundles: [
        { type: 'workflow', data: aWorkflow('Free') },
        { type: 'workflow', data: aWorkflow('GOES') },
      ],
    });

    it('names the holder of a name that is taken, whatever its case, and leaves nothing', async () => {
      await upload(V1);
      const before = await stored();
      await expect(upload(other)).rejects.toMatchObject({
        kind: 'conflict',
        detail: "Names are taken: 'Goes' in workflows by package '@acme/x'",
      });
      expect(await stored()).toEqual(before);
    });

    it('refuses a package that brings one name twice', async () => {
      const twice = anArtifact({
        bundles: [
          { type: 'form', data: { name: 'F' } },
          { type: 'forms', data: { name: 'f' } },
        ],
      });
      await expect(upload(twice)).rejects.toMatchObject({ kind: 'conflict' });
      expect(await stored()).toEqual([]);
    });

    it('lets one of two nodes have it when both install at the same time', async () => {
      const outcomes = await Promise.allSettled([upload(V1), upload(other, false, otherNode)]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const records = (await stored()).filter((one) => 'revision' in one);
      expect(records).toHaveLength(1);
    });

    it('gives a new _id to a document whose own is taken, and the old one back on export', async () => {
      await upload(V1);
      const clashing = anArtifact({
        name: '@acme/clash',
        bundles: [
          { type: 'transformation', data: { _id: 't1', name: 'Other' } },
          { type: 'workflow', data: aWorkflow('Uses it', { tr_id: 't1' }) },
        ],
      });
      await upload(clashing);
      expect(await exported('@acme/clash')).toEqual(clashing);
      const workflow = await connection
        .model(bundleModel('workflows'))
        .findOne({ name: 'Uses it' })
        .lean<{ document: { tr_id: string } }>();
      expect(workflow?.document.tr_id).not.toBe('t1');
      expect(
        await connection.model(bundleModel('transformations')).findById(workflow?.document.tr_id),
      ).not.toBeNull();
    });
  });

  describe('when somebody comes in between', () => {
    const plan = async (document: JsonObject) => {
      const { artifact } = toInstall(document);
      const replaces = await node.get(PackagesRepository).findByName(artifact.name);
      return node.get(InstallPlannerService).plan({ ...toInstall(document), replaces });
    };
    const run = () => ({ id: ids.next(), planHash: null, progress: UNFOLLOWED });
    const write = async (document: JsonObject, between: () => Promise<unknown>) => {
      const planned = await plan(document);
      await between();
      return node.get(PackageChangesService).apply({ installs: [planned], removals: [] }, run());
    };
    /** A node that believes the one that holds the lock to be dead. */
    const heir = () => {
      const locks = Object.assign(Object.create(node.get(NamedLocks)) as NamedLocks, {
        hold: (
          _name: string,
          _patience: unknown,
          work: (signal: AbortSignal) => Promise<unknown>,
        ) => work(new AbortController().signal),
      });
      const [journal, installer] = [
        otherNode.get(PackageJournalRepository),
        otherNode.get(PackageInstallerService),
      ];
      return new PackageChangesService(journal, installer, locks, clock);
    };

    it('leaves nothing when a name was taken since it was looked up', async () => {
      const model = connection.model(bundleModel('workflows'));
      const holder = { _id: 'w', name: 'goes', nameFolded: 'goes', type: 'workflow' };
      const take = () => model.create({ ...holder, packageId: 'nobody', position: 0 });
      await expect(write(V1, take)).rejects.toMatchObject({ kind: 'conflict', code: 'name-taken' });
      expect(await stored()).toHaveLength(1);
    });

    it('keeps the old version when one of its documents has gone', async () => {
      await upload(V1);
      const model = connection.model(bundleModel('automations'));
      const take = () => model.deleteMany({});
      await expect(write(V2, take)).rejects.toMatchObject({ kind: 'conflict' });
      expect(await listed()).toEqual(['1.0.0']);
      expect(marksOf(await stored())).toEqual([]);
    });

    it.each([
      ['installs', V2],
      ['installs for the first time', anArtifact({ name: '@acme/new' })],
    ])('refuses who is late when another one %s', async (_, document) => {
      await upload(V1);
      await expect(write(document, () => upload(document, true))).rejects.toMatchObject({
        kind: 'conflict',
      });
    });

    /** Replaces V1 while another node, that believes this one dead, ends the change. */
    const replaceLate = async (believedDead: 'before' | 'after'): Promise<unknown> => {
      await upload(V1);
      const planned = await plan(V2);
      const journal = node.get(PackageJournalRepository);
      const decide = journal.decide.bind(journal);
      const late = Object.assign(Object.create(journal) as PackageJournalRepository, {
        decide: async (id: string, decision: 'applying' | 'releasing') => {
          if (believedDead === 'before') await heir().recover();
          const isDecided = await decide(id, decision);
          if (believedDead === 'after') await heir().recover();
          return isDecided;
        },
      });
      const [installer, locks] = [node.get(PackageInstallerService), node.get(NamedLocks)];
      const changes = new PackageChangesService(late, installer, locks, clock);
      return changes.apply({ installs: [planned], removals: [] }, run());
    };

    it('writes nothing for a node that was believed dead before it decided', async () => {
      await expect(replaceLate('before')).rejects.toMatchObject({
        kind: 'conflict',
        detail: 'The change was interrupted and taken back; try again',
      });
      expect(marksOf(await stored())).toEqual([]);
      expect(await exported('@acme/x')).toEqual(V1);
    });

    it('changes nothing more by a node that was believed dead after it decided', async () => {
      await replaceLate('after');
      expect(marksOf(await stored())).toEqual([]);
      expect(await exported('@acme/x')).toEqual(V2);
    });

    it('clears away what such a node leaves behind', async () => {
      await upload(anArtifact({ name: '@acme/there' }));
      const before = await stored();
      const planned = await plan(V1);
      const installer = node.get(PackageInstallerService);
      await installer.stage(planned, 'late', () => undefined);
      await heir().recover();
      expect(await stored()).toEqual(before);
    });

    it('says that others are at work when they do not come to an end', async () => {
      const busy = Object.assign(Object.create(node.get(NamedLocks)) as NamedLocks, {
        hold: () => Promise.reject(new LockBusyError('packages')),
      });
      const changes = new PackageChangesService(
        node.get(PackageJournalRepository),
        node.get(PackageInstallerService),
        busy,
        clock,
      );
      await expect(serviceWith(changes).uninstall('@acme/x', undefined, ADA)).rejects.toMatchObject(
        {
          kind: 'conflict',
          code: 'packages-busy',
          retryAfterSeconds: 5,
        },
      );
      expect(await changes.recover()).toBe(0);
    });
  });

  describe('uninstalling', () => {
    const needy = anArtifact({
      name: '@acme/needy',
      metadata: { platformDependencies: { '@ACME/x': '^1.0.0' } },
    });

    it('removes exactly the documents of the package', async () => {
      await upload(anArtifact({ name: '@acme/other' }));
      const before = await stored();
      await upload(V1);
      await artifacts().uninstall('@acme/x', undefined, ADA);
      expect(await stored()).toEqual(before);
    });

    it('refuses while another package depends on it, and names that', async () => {
      await upload(V1);
      await upload(needy);
      await expect(artifacts().uninstall('@acme/x', undefined, ADA)).rejects.toMatchObject({
        kind: 'conflict',
        detail: "Package '@acme/x' is needed by '@acme/needy'",
      });
      await artifacts().uninstall('@acme/needy', undefined, ADA);
      await artifacts().uninstall('@acme/x', undefined, ADA);
      expect(await stored()).toEqual([]);
    });

    it('refuses another revision than the caller has read', async () => {
      const { installed } = await upload(V1);
      await upload(V2, true);
      await expect(artifacts().uninstall('@acme/x', installed.revision, ADA)).rejects.toMatchObject(
        {
          kind: 'precondition-failed',
        },
      );
    });
  });
});
