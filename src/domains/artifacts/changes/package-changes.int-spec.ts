import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestingModule } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import { aPrincipal } from '#test/support/factories/a-principal.js';
import { ArtifactNodes } from '#test/support/artifact-nodes.js';
import { aPlannedPackage, type PlannedTraits } from '#test/support/factories/a-planned-package.js';
import {
  changesOnPower,
  clearPackages,
  keptPackages,
  restorePackages,
  storedPackages,
} from '#test/support/packages-on-power.js';
import { CrashTable } from '#test/support/crash-table.js';
import { type Power } from '#test/support/power-cut.js';
import { AppError } from '../../../kernel/app-error.js';
import { invariant } from '../../../kernel/invariant.js';
import { type JsonObject } from '../../../kernel/json.js';
import { UNFOLLOWED } from '../../../platform/tracking/operation-progress.js';
import { NamedLocks } from '#platform/database/named-locks.js';
import { bundleModel } from '../stored/bundle-document.schema.js';
import { documentKey } from '../stored/bundle-documents.repository.js';
import { partOfList } from '#test/support/part-of-list.js';
import { walkLength } from '#test/support/walk-length.js';
import { INSTALLED_LIST } from '../artifact-lists.js';
import { PackagesService } from '../packages/packages.service.js';
import { PackagesRepository } from '../stored/packages.repository.js';
import { type InstalledRecord } from '../stored/stored-package.js';
import { OriginalsRepository } from '../stored/originals.repository.js';
import { type ChangeRun, type PackageChangeSet } from './package-change-set.js';
import { PackageChangesService } from './package-changes.service.js';
import { RollbackPlannerService } from '../rollbacks/rollback-planner.service.js';
import { RollbackService } from '../rollbacks/rollback.service.js';
import { SNAPSHOTS_MAX, SnapshotsRepository } from '../stored/snapshots.repository.js';

const REFUSE = { userChanges: 'refuse', force: false, expectedRevision: undefined } as const;
const V1 = { kept: { says: 'one' }, gone: { says: 'one' } };
const V2 = { kept: { says: 'two' }, come: { says: 'two' } };

/** A package that is not installed yet. */
const aFirstVersion = (id: string, traits: Partial<PlannedTraits> = {}) =>
  aPlannedPackage({
    packageId: id,
    name: `@acme/${id}`,
    version: '1.0.0',
    workflows: V1,
    ...traits,
  });

describe('changes of packages', () => {
  const nodes = new ArtifactNodes('package_changes');
  let node: TestingModule;
  let otherNode: TestingModule;
  let connection: Connection;

  const stored = () => storedPackages(connection);
  const changes = () => node.get(PackageChangesService);
  const run = (id: string, progress = UNFOLLOWED): ChangeRun => ({ id, planHash: null, progress });
  const record = async (name: string): Promise<InstalledRecord> => {
    const found = await node.get(PackagesRepository).findByName(name);
    invariant(found, `${name} is installed`);
    return found;
  };
  const versions = async () => {
    const { items } = await node.get(PackagesService).list(partOfList(INSTALLED_LIST));
    return items.map(({ artifact: { name, version } }) => `${name} ${version}`);
  };
  const workflow = async (id: string) =>
    connection
      .model<{ document: JsonObject; revision?: number }>(bundleModel('workflows'))
      .findById(id)
      .lean<{ document: JsonObject; revision?: number }>();
  /** What a user does: another document, and the revision counts. */
  const edit = async (id: string, says: string) => {
    const { matchedCount } = await connection
      .model(bundleModel('workflows'))
      .updateOne({ _id: id }, { $set: { 'document.says': says }, $inc: { revision: 1 } });
    expect(matchedCount).toBe(1);
  };

  const install = (id: string, version: string, workflows: Record<string, JsonObject>) =>
    changes().apply(
      {
        installs: [aPlannedPackage({ packageId: id, name: `@acme/${id}`, version, workflows })],
        removals: [],
      },
      run(`${id} ${version}`),
    );
  const upgrade = async (id = 'up', version = '2.0.0', was = V1, workflows: object = V2) => {
    const { _id: packageId, revision } = await record(`@acme/${id}`);
    const is = workflows as Record<string, JsonObject>;
    return aPlannedPackage({
      packageId,
      name: `@acme/${id}`,
      version,
      replaces: revision,
      workflows: is,
      present: Object.keys(was).filter((one) => one in is),
      removed: Object.keys(was).filter((one) => !(one in is)),
    });
  };
  const applyUpgrade = async () =>
    changes().apply({ installs: [await upgrade()], removals: [] }, run('upgrade'));

  beforeAll(async () => {
    ({ node, otherNode, connection } = await nodes.start());
  });
  beforeEach(() => clearPackages(connection));
  afterAll(() => nodes.close());

  describe('after a crash or a write that failed', () => {
    interface Walk {
      readonly prepare: () => Promise<void>;
      readonly set: () => Promise<PackageChangeSet>;
    }
    const prepareThree = async () => {
      await install('up', '1.0.0', V1);
      await edit('kept', 'one, by a user');
      await install('old', '1.0.0', { ancient: { says: 'one' } });
    };
    const walks: [string, Walk][] = [
      [
        'adds a package, upgrades one and removes one',
        {
          prepare: prepareThree,
          set: async () => ({
            installs: [
              aFirstVersion('new', {
                workflows: { fresh: { says: 'one' }, fresher: { says: 'one' } },
              }),
              await upgrade(),
            ],
            removals: [await record('@acme/old')],
          }),
        },
      ],
      [
        'rolls a package back',
        {
          prepare: async () => {
            await prepareThree();
            await applyUpgrade();
          },
          set: async () => {
            const installed = await record('@acme/up');
            const snapshot = await node.get(SnapshotsRepository).latest(installed._id);
            invariant(snapshot, 'the upgrade kept the version before');
            const { planned } = await node
              .get(RollbackPlannerService)
              .plan(installed, snapshot, aPrincipal());
            return { installs: [planned], removals: [] };
          },
        },
      ],
      [
        'uninstalls a package with what depends on it',
        {
          prepare: async () => {
            await prepareThree();
            await applyUpgrade();
          },
          set: async () => ({
            installs: [],
            removals: [await record('@acme/old'), await record('@acme/up')],
          }),
        },
      ],
    ];

    /**
     * What is stored before a change and after it, and a run of it: puts back what was there before,
     * changes, and lets power or disk fail after so many writes.
     */
    const begun = async (walk: Walk) => {
      await walk.prepare();
      const before = await stored();
      const kept = await keptPackages(connection);
      const set = await walk.set();
      const failAfter = async (power: Power): Promise<unknown> => {
        await restorePackages(connection, kept);
        return changesOnPower(node, power)
          .apply(set, run('walk'))
          .then(
            () => 'done',
            (error: unknown) => error,
          );
      };
      await failAfter({ writesLeft: Infinity });
      return { before, after: await stored(), failAfter };
    };

    it.each(walks)(
      'a change that %s is found done or not begun, wherever the power went',
      async (what, walk) => {
        const { before, after, failAfter } = await begun(walk);
        const found: string[] = [];
        const table = new CrashTable(what);
        for (let writes = 0; ; writes += walkLength(3, 1)) {
          const made: string[] = [];
          const onWrite = (write: string) => void made.push(write);
          const outcome = await failAfter({ writesLeft: writes, onWrite });
          if (outcome === 'done') break;
          await otherNode.get(PackageChangesService).recover();
          const now = await stored();
          found.push(JSON.stringify(now) === JSON.stringify(before) ? 'old' : 'new');
          expect(now).toEqual(found.at(-1) === 'old' ? before : after);
          table.add(made.at(-1) ?? 'nothing', found.at(-1) ?? '');
        }
        table.write();
        // Once the new state has been found, no later crash leads back to the old one.
        expect(found.join(' ')).toMatch(/^(old )+(new ?)+$/);
      },
    );

    it.each(walks)(
      'a change that %s on a disk that fills up is taken back, or carried through once there is space',
      async (_, walk) => {
        const { before, after, failAfter } = await begun(walk);
        const codes = new Set<string>();
        for (let writes = 0; ; writes += 5) {
          const power: Power = { writesLeft: writes, end: 'disk' };
          const outcome = await failAfter(power);
          if (outcome === 'done') break;
          const isDecided = outcome instanceof AppError && outcome.code === 'change-unfinished';
          codes.add(isDecided ? 'decided' : 'not decided');
          await otherNode.get(PackageChangesService).recover();
          expect(await stored()).toEqual(isDecided ? after : before);
        }
        expect([...codes]).toEqual(['not decided', 'decided']);
      },
    );

    it.each(walks)('a change that %s and fails once leaves nothing behind', async (_, walk) => {
      const { before, after, failAfter } = await begun(walk);
      for (let writes = 1; ; writes += 6) {
        const outcome = await failAfter({ writesLeft: writes, end: 'glitch' });
        if (outcome === 'done') break;
        const isDecided = outcome instanceof AppError && outcome.code === 'change-unfinished';
        // What was decided is ended by whoever changes packages next.
        await changes().alone(() => Promise.resolve());
        expect(await stored()).toEqual(isDecided ? after : before);
      }
    });
  });

  it('carries a change through whose decision was written although its answer got lost', async () => {
    const power: Power = { writesLeft: Infinity, onWrite: () => undefined };
    const lossy = changesOnPower(node, power);
    const journal = Reflect.get(lossy, 'journal') as { decide: (...args: unknown[]) => unknown };
    const decide = journal.decide.bind(journal);
    journal.decide = async (...args) => {
      const isDecided = await decide(...args);
      if (args[1] === 'applying') throw new Error('the connection is gone');
      return isDecided;
    };
    const planned = aFirstVersion('new');
    await lossy.apply({ installs: [planned], removals: [] }, run('lossy'));
    expect(await versions()).toEqual(['@acme/new 1.0.0']);
  });

  describe('while a change goes on', () => {
    it('is taken back when it is cancelled before it is decided', async () => {
      await install('up', '1.0.0', V1);
      const before = await stored();
      const cancelling = new AbortController();
      const progress = {
        ...UNFOLLOWED,
        signal: cancelling.signal,
        report: () => {
          cancelling.abort(new Error('cancelled'));
        },
      };
      const set = { installs: [await upgrade()], removals: [] };
      await expect(changes().apply(set, run('x', progress))).rejects.toThrow('cancelled');
      expect(await stored()).toEqual(before);
    });

    it('tells how many documents are prepared and written', async () => {
      const told: string[] = [];
      const progress = {
        ...UNFOLLOWED,
        report: ({ done, total, step }: { done: number; total: number | null; step: string }) =>
          void told.push(`${done}/${total ?? ''} ${step}`),
      };
      const planned = aFirstVersion('new', { workflows: { a: {} } });
      await changes().apply({ installs: [planned], removals: [] }, run('x', progress));
      expect(told).toEqual(["1/2 Preparing 'Workflow a'", "2/2 Writing 'Workflow a'"]);
    });

    describe('and another one wants to begin', () => {
      const locks = () => otherNode.get(NamedLocks);
      /** A change on another node that goes on until it is let go. */
      const busy = async () => {
        let letGo = (): void => undefined;
        const held = new Promise<void>((resolve) => (letGo = resolve));
        let done = Promise.resolve();
        await new Promise<void>((resolve) => {
          done = locks().hold('packages', { waitMs: 10_000 }, () => {
            resolve();
            return held;
          });
        });
        return {
          end: async () => {
            letGo();
            await done;
          },
        };
      };

      it('waits for its turn and says so when somebody follows it', async () => {
        const hold = vi.spyOn(node.get(NamedLocks), 'hold');
        const other = await busy();
        const told: string[] = [];
        let turn: Promise<string> | undefined;
        await new Promise<void>((resolve) => {
          const report = ({ step }: { step: string }): void => {
            told.push(step);
            resolve();
          };
          turn = changes().alone(() => Promise.resolve('done'), { ...UNFOLLOWED, report });
        });
        await other.end();
        expect(await turn).toBe('done');
        expect(told).toEqual(['Waiting for another change of packages to end']);
        expect(hold.mock.calls.map(([, { waitMs }]) => waitMs)).toEqual([Infinity]);
        hold.mockClear();
        await changes().alone(() => Promise.resolve());
        expect(hold.mock.calls.map(([, { waitMs }]) => waitMs)).toEqual([10_000]);
        hold.mockRestore();
      });

      it('leaves at once when it is cancelled', async () => {
        const other = await busy();
        const cancelling = new AbortController();
        const cancel = () => {
          cancelling.abort(new Error('cancelled'));
        };
        const progress = { ...UNFOLLOWED, signal: cancelling.signal, report: cancel };
        const work = vi.fn<() => Promise<void>>();
        await expect(changes().alone(work, progress)).rejects.toThrow('cancelled');
        expect(work).not.toHaveBeenCalled();
        await other.end();
      });
    });

    it('refuses a document that is another one than the plan was made on', async () => {
      await install('up', '1.0.0', V1);
      const planned = await upgrade();
      const before = await stored();
      const seen = new Map([[documentKey('workflows', 'kept'), 'the hash of something else']]);
      const set = { installs: [{ ...planned, seen }], removals: [] };
      await expect(changes().apply(set, run('x'))).rejects.toMatchObject({
        kind: 'conflict',
        code: 'plan-changed',
        detail: "The workflow 'Workflow kept' was changed by someone else; plan again",
      });
      expect(await stored()).toEqual(before);
    });
  });

  describe('what a package brought', () => {
    it('is kept beside what is stored, also where that is a merge', async () => {
      const planned = aFirstVersion('new', {
        originals: { kept: { says: 'as it came' } },
      });
      await changes().apply({ installs: [planned], removals: [] }, run('x'));
      const originals = await node.get(OriginalsRepository).ofPackage('new');
      expect(originals.get(documentKey('workflows', 'kept'))).toMatchObject({ says: 'as it came' });
      expect(originals.get(documentKey('workflows', 'gone'))).toMatchObject({ says: 'one' });
      expect((await workflow('kept'))?.document).toMatchObject({ says: 'one' });
    });

    it('is what the installed version brought, after an upgrade and after going back', async () => {
      const says = async () => {
        const originals = await node.get(OriginalsRepository).ofPackage('up');
        return Object.fromEntries(
          [...originals].map(([key, one]) => [key.split('\0')[1] ?? '', one['says']]),
        );
      };
      await install('up', '1.0.0', V1);
      await applyUpgrade();
      expect(await says()).toEqual({ kept: 'two', come: 'two' });
      await node.get(RollbackService).rollBack('@acme/up', REFUSE, aPrincipal(), UNFOLLOWED);
      expect(await says()).toEqual({ kept: 'one', gone: 'one' });
    });
  });

  describe('going back', () => {
    const rollBack = (options: Partial<Parameters<RollbackService['rollBack']>[1]> = {}) =>
      node
        .get(RollbackService)
        .rollBack('@acme/up', { ...REFUSE, ...options }, aPrincipal(), UNFOLLOWED);

    it('restores the documents as they stood, with what a user had changed', async () => {
      await install('up', '1.0.0', V1);
      await edit('kept', 'one, by a user');
      const documents = async () => [
        (await workflow('kept'))?.document,
        (await workflow('gone'))?.document,
        (await workflow('come'))?.document,
      ];
      const before = await documents();
      const contentBefore = await record('@acme/up');
      await applyUpgrade();
      expect(await rollBack()).toMatchObject({ from: '2.0.0', to: '1.0.0', discarded: [] });
      expect(await documents()).toEqual(before);
      expect(await record('@acme/up')).toEqual({ ...contentBefore, revision: 3 });
    });

    it('gives what comes back a revision that nobody has read', async () => {
      await install('up', '1.0.0', V1);
      await edit('gone', 'one, by a user');
      await applyUpgrade();
      const upgraded = (await workflow('kept'))?.revision;
      await rollBack();
      expect([upgraded, (await workflow('kept'))?.revision]).toEqual([1, 2]);
      expect((await workflow('gone'))?.revision).toBe(2);
    });

    it.each([
      ['that stays', 'kept'],
      ['that the newer version brought', 'come'],
    ])('is refused when a user has changed a document %s since', async (_, id) => {
      await install('up', '1.0.0', V1);
      await applyUpgrade();
      await edit(id, 'mine');
      const before = await stored();
      await expect(rollBack()).rejects.toMatchObject({
        kind: 'conflict',
        code: 'user-changes',
        current: { documents: [{ type: 'workflow', name: `Workflow ${id}` }] },
      });
      expect(await stored()).toEqual(before);
      const { discarded } = await rollBack({ userChanges: 'discard' });
      expect(discarded.map(({ documentId }) => documentId)).toEqual([id]);
      expect(await versions()).toEqual(['@acme/up 1.0.0']);
    });

    it('is refused while another package needs the newer version, unless forced', async () => {
      await install('up', '1.0.0', V1);
      await applyUpgrade();
      const needy = aFirstVersion('needy', {
        workflows: {},
        platformDependencies: { '@acme/up': '^2.0.0' },
      });
      await changes().apply({ installs: [needy], removals: [] }, run('needy'));
      await expect(rollBack()).rejects.toMatchObject({
        code: 'has-dependents',
        detail: "'@acme/needy' needs a newer version of '@acme/up' than 1.0.0",
      });
      await rollBack({ force: true });
      expect(await versions()).toContain('@acme/up 1.0.0');
    });

    it('is refused when the older version needs what does not run here, unless forced', async () => {
      const demanding = aFirstVersion('up', { platformDependencies: { '@acme/absent': '^1.0.0' } });
      await changes().apply({ installs: [demanding], removals: [] }, run('demanding'));
      await applyUpgrade();
      await expect(rollBack()).rejects.toMatchObject({ code: 'not-installable' });
      await rollBack({ force: true });
    });

    it('goes back to what breaks nothing that is not broken already', async () => {
      const absent = { platformDependencies: { '@acme/absent': '^1.0.0' } };
      const demanding = aFirstVersion('up', absent);
      await changes().apply({ installs: [demanding], removals: [] }, run('demanding'));
      const { revision } = await record('@acme/up');
      const newer = aPlannedPackage({
        packageId: 'up',
        name: '@acme/up',
        version: '2.0.0',
        workflows: V1,
        ...absent,
        replaces: revision,
        present: Object.keys(V1),
      });
      const needy = aFirstVersion('needy', {
        workflows: {},
        platformDependencies: { '@acme/up': '^9.0.0' },
      });
      await changes().apply({ installs: [newer, needy], removals: [] }, run('newer'));
      await rollBack();
      expect(await versions()).toContain('@acme/up 1.0.0');
    });

    it('is refused when somebody else has taken a name that would come back', async () => {
      await install('up', '1.0.0', V1);
      await applyUpgrade();
      await connection.model(bundleModel('workflows')).create({
        _id: 'mine',
        name: 'workflow GONE',
        nameFolded: 'workflow gone',
        type: 'workflow',
        packageId: 'nobody',
        position: 0,
      });
      await expect(rollBack()).rejects.toMatchObject({
        code: 'name-taken',
        detail: "Others have by now what would come back: 'workflow GONE' in workflows",
      });
    });

    it('is refused for a package without a version before, one that is not there, another revision', async () => {
      await expect(rollBack()).rejects.toMatchObject({ kind: 'not-found' });
      await install('up', '1.0.0', V1);
      await expect(rollBack()).rejects.toMatchObject({ code: 'no-version-before' });
      await expect(rollBack({ expectedRevision: 7 })).rejects.toMatchObject({
        kind: 'precondition-failed',
      });
    });

    it('goes back version by version, as many as are kept', async () => {
      await install('up', '1.0.0', V1);
      for (let version = 2; version <= SNAPSHOTS_MAX + 2; version += 1) {
        const says = { kept: { says: String(version) }, gone: { says: String(version) } };
        const planned = await upgrade('up', `${version}.0.0`, V1, says);
        await changes().apply({ installs: [planned], removals: [] }, run(`to ${version}`));
      }
      const found: unknown[] = [];
      for (let step = 0; step < SNAPSHOTS_MAX; step += 1) {
        await rollBack();
        found.push((await workflow('kept'))?.document['says']);
      }
      expect(found).toEqual(['4', '3', '2']);
      await expect(rollBack()).rejects.toMatchObject({ code: 'no-version-before' });
      const originals = await node.get(OriginalsRepository).ofPackage('up');
      expect(originals.get(documentKey('workflows', 'kept'))).toMatchObject({ says: '2' });
    });

    it('leaves nothing of a package that is uninstalled', async () => {
      await install('up', '1.0.0', V1);
      await applyUpgrade();
      const set = { installs: [], removals: [await record('@acme/up')] };
      await changes().apply(set, run('x'));
      expect(await stored()).toEqual([]);
    });
  });
});
