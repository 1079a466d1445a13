import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { startArtifacts } from '#test/support/artifacts-domain.js';
import { testDatabase } from '#test/support/database.js';
import { anArtifact } from '#test/support/factories/an-artifact.js';
import { TestRepositories } from '#test/support/factories/a-repository.js';
import { FakeGitlab } from '#test/support/fakes/gitlab.js';
import { HandClock } from '#test/support/hand-clock.js';
import { canonicalJson } from '../../../kernel/canonical-json.js';
import { Clock } from '../../../kernel/clock.js';
import { type JsonObject } from '../../../kernel/json.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { askCatalogue } from '#test/support/ask-catalogue.js';
import { CatalogueService } from '#domains/artifacts/offered/catalogue.service.js';
import { CATALOGUE_ENTRY_MODEL } from '../index/catalogue-entry.schema.js';
import { type IndexedEntry } from '../index/catalogue-entry.js';
import { CatalogueRefreshService } from '#domains/catalogue/refreshing/catalogue-refresh.service.js';
import { CatalogueSyncService } from './catalogue-sync.service.js';
import { CatalogueRepositoriesRepository } from '../index/catalogue-repositories.repository.js';
import { RepositoryReaderService } from '../index/repository-reader.service.js';
import { RepositoryStatusService } from './repository-status.service.js';
import { STORED_ANSWER_MODEL, type StoredAnswer } from '../index/stored-answer.schema.js';

/** Something that is told once. */
function signalled() {
  let tell: () => void = () => undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  return {
    told,
    tell: () => {
      tell();
    },
  };
}

describe('reading repositories', () => {
  const database = testDatabase('refreshing');
  const clock = new HandClock('2026-03-01T00:00:00Z');
  let gitlab: FakeGitlab;
  let repositories: TestRepositories;
  let node: TestingModule;

  const entries = () => node.get<Model<IndexedEntry>>(getModelToken(CATALOGUE_ENTRY_MODEL));
  const refresh = () => node.get(CatalogueSyncService).refresh();
  const profiles = () => node.get(ProfilesService, { strict: false });
  const list = () => askCatalogue(node.get(CatalogueService));
  const status = async (name: string) =>
    (await node.get(RepositoryStatusService).list()).find((found) => found.name === name);
  const config = (path: string, more: JsonObject = {}): JsonObject => ({
    enabled: true,
    type: 'gitlab',
    hostname: gitlab.baseUrl,
    path,
    credentials: { token: '' },
    refreshSeconds: 600,
    ...more,
  });
  const configure = async (configs: Readonly<Record<string, JsonObject>>) => {
    await node.get(ProfilesService, { strict: false }).changeRepositoryConfigs(() => configs);
    await refresh();
  };
  const made = (name: string, version: string) => anArtifact({ name, version });
  const file = (name: string, version: string) => ({
    'artifact.json': JSON.stringify(made(name, version)),
  });

  beforeAll(async () => {
    gitlab = await FakeGitlab.start({ token: 'new' });
    repositories = await TestRepositories.create();
    node = await startArtifacts({
      uri: database.uri,
      env: { LOCAL_REPOSITORY_ROOTS: repositories.root },
      override: (builder) => builder.overrideProvider(Clock).useValue(clock),
    });
  });
  afterEach(async () => {
    gitlab.forget();
    await configure({});
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
    await gitlab.close();
    await repositories.remove();
  });

  /** Holds the first reading until `goOn`; tells with which token each was made. */
  const holdReadings = () => {
    const reader = node.get(RepositoryReaderService);
    const read = reader.read.bind(reader);
    const tokens: string[] = [];
    const isBegun = signalled();
    const mayGoOn = signalled();
    reader.read = async (...given) => {
      tokens.push(given[0].token ?? '');
      isBegun.tell();
      await mayGoOn.told;
      return read(...given);
    };
    return {
      tokens,
      isBegun: isBegun.told,
      goOn: mayGoOn.tell,
      giveBack: () => void (reader.read = read),
    };
  };

  it('reads a local repository again whose reading began before somebody asked', async () => {
    await repositories.put('near', 'x', made('@near/x', '1.0.0'));
    const near = { type: 'local', path: repositories.path('near') };
    const { tokens, isBegun, goOn, giveBack } = holdReadings();
    await profiles().changeRepositoryConfigs(() => ({ '@near': config('', near) }));
    const looking = node.get(CatalogueSyncService).look(new AbortController().signal, () => 0);
    await isBegun;
    const asked = refresh();
    goOn();
    await Promise.all([looking, asked]);
    giveBack();
    expect([tokens.length, (await list()).total]).toEqual([2, 1]);
  });

  it('lists the packages of a repository before it is said to have been read', async () => {
    await repositories.put('first', 'x', made('@first/x', '1.0.0'));
    const records = node.get(CatalogueRepositoriesRepository);
    const note = records.note.bind(records);
    const listed: number[] = [];
    records.note = async (name, change) => {
      if (change.indexed) listed.push((await list()).total);
      return note(name, change);
    };
    await configure({ '@first': config('', { type: 'local', path: repositories.path('first') }) });
    records.note = note;
    expect(listed).toEqual([1]);
  });

  it('reads a repository again with the new token when a reading with the old one goes on', async () => {
    gitlab.project('told/x').commit(file('@told/x', '1.0.0'));
    const { tokens, isBegun, goOn, giveBack } = holdReadings();
    const withToken = (plain: string) => {
      const token = node.get(SecretBox, { strict: false }).seal(plain);
      return profiles().changeRepositoryConfigs(() => ({
        '@told': config('told', { credentials: { token } }),
      }));
    };
    await withToken('old');
    const reading = new Promise<void>((resolve) => {
      void node
        .get(CatalogueSyncService)
        .look(new AbortController().signal, (far) => void far.then(resolve));
    });
    await isBegun;
    await withToken('new');
    const anew = node.get(CatalogueRefreshService).beginAnew('@told', 60_000);
    goOn();
    await Promise.all([reading, anew]);
    giveBack();
    expect(tokens).toEqual(['old', 'new']);
    expect(await status('@told')).toMatchObject({ state: 'current' });
  });

  it('forgets no repository that was added while it looked which ones there are', async () => {
    await repositories.put('fresh', 'x', made('@fresh/x', '1.0.0'));
    const fresh = { type: 'local', path: repositories.path('fresh') };
    const read = profiles().repositoryConfigs.bind(profiles());
    profiles().repositoryConfigs = async () => {
      const before = await read();
      profiles().repositoryConfigs = read;
      await configure({ '@fresh': config('', fresh) });
      return before;
    };
    await refresh();
    expect((await list()).items.map(({ artifact }) => artifact.name)).toEqual(['@fresh/x']);
  });

  it('indexes tags, which are found by their version and shown on no page', async () => {
    const project = gitlab.project('tagged/x');
    project.tag('v1.0.0', project.commit(file('@tagged/x', '1.0.0')));
    project.commit(file('@tagged/x', '1.1.0'));
    await configure({ '@tagged': config('tagged') });
    const { items, total } = await list();
    expect([items.map(({ artifact }) => artifact.version), total]).toEqual([['1.1.0'], 1]);
    const found = await node.get(CatalogueService).find({ name: '@tagged/x', version: '1.0.0' });
    expect(found.document).toEqual(made('@tagged/x', '1.0.0'));
    expect(await status('@tagged')).toMatchObject({ packages: 1, versions: 2, state: 'current' });
    const kinds = (await entries().find({ config: '@tagged' }).lean()).map(({ line }) => line.kind);
    expect(kinds.toSorted()).toEqual(['default-branch', 'tag']);
  });

  it('says which of two repositories with one version counts', async () => {
    gitlab.project('first/twin').commit(file('@twins/x', '1.0.0'));
    gitlab.project('second/twin').commit(file('@twins/x', '1.0.0'));
    await configure({ '@b': config('second'), '@a': config('first') });
    const { items, warnings } = await list();
    expect(items.map(({ artifact }) => artifact.name)).toEqual(['@twins/x']);
    expect(warnings).toEqual([
      {
        config: '@b',
        package: '@twins/x',
        message: '1.0.0 lies in @a too, which counts: its name comes first',
      },
    ]);
    await configure({ '@b': config('second') });
    expect((await list()).warnings).toEqual([]);
  });

  it('says which of several packages with one name counts, and why', async () => {
    gitlab.project('third/one').commit(file('@many/x', '1.0.0'));
    const other = gitlab.project('third/other');
    other.commit(file('@Many/X', '0.9.0'));
    gitlab.project('fourth/one').commit(file('@many/x', '2.0.0'));
    const told = async () => (await list()).warnings;
    await configure({ '@b': config('fourth'), '@a': config('third') });
    const behind = (version: string) => `${version} stands behind `;
    const why = 'of @b, which counts: its version is higher';
    const folded = '; names that differ in case or Unicode form alone are one';
    expect(await told()).toEqual([
      { config: '@a', package: '@many/x', message: `${behind('1.0.0')}2.0.0 ${why}` },
      {
        config: '@a',
        package: '@Many/X',
        message: `${behind('0.9.0')}'@many/x' 2.0.0 ${why}${folded}`,
      },
    ]);
    const winner = await entries().findOne({ config: '@b', name: '@many/x' }).lean();
    const loser = { config: '@a', advantage: 'version' };
    expect(winner?.behind).toEqual([
      { ...loser, name: '@many/x', version: '1.0.0' },
      { ...loser, name: '@Many/X', version: '0.9.0' },
    ]);
    // Whoever looks at one of them is told of what is in that one.
    const ofOne = async (name: string) =>
      (await askCatalogue(node.get(CatalogueService), { config: name })).warnings.map(
        (warning) => warning.package,
      );
    expect([await ofOne('@a'), await ofOne('@b')]).toEqual([['@Many/X'], []]);
    await configure({ '@a': config('third') });
    const [one, ...more] = await told();
    expect(one?.message).toContain("0.9.0 stands behind '@many/x' 1.0.0 of the same repository");
    expect(more).toEqual([]);
    clock.advance({ ms: 600_000 });
    other.commit(file('@other/x', '0.9.0'));
    await refresh();
    expect(await told()).toEqual([]);
  });

  it('judges by the keys of the configuration, and anew when these are others', async () => {
    const keys = generateKeyPairSync('ed25519');
    const publicKey = keys.publicKey.export({ format: 'pem', type: 'spki' }).toString();
    const document = made('@signed/x', '1.0.0');
    const signature = sign(null, Buffer.from(canonicalJson(document)), keys.privateKey);
    gitlab.project('signed/x').commit({
      'artifact.json': JSON.stringify(document),
      'artifact.json.sig': signature.toString('base64'),
    });
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' });
    const judged = async (publicKeys: readonly string[]) => {
      clock.advance({ ms: 3_600_000 });
      const trust = { publicKeys: [...publicKeys], requireSignature: false };
      await configure({ '@signed': config('signed', { trust }) });
      return (await entries().findOne({ config: '@signed' }).lean())?.signature.state;
    };
    expect(await judged([])).toBe('unchecked');
    expect(await judged([publicKey])).toBe('valid');
    expect(await judged([other.toString()])).toBe('invalid');
    expect(await judged([other.toString(), publicKey])).toBe('valid');
  });

  it('reads another host by its schedule and not with every look', async () => {
    gitlab.project('timed/x').commit(file('@timed/x', '1.0.0'));
    await configure({ '@timed': config('timed') });
    expect((await status('@timed'))?.nextRun).toEqual(new Date(clock.now().getTime() + 600_000));
    gitlab.forget();
    await refresh();
    expect(gitlab.calls).toEqual([]);
    clock.advance({ ms: 600_000 });
    await refresh();
    expect(gitlab.calls.length).toBeGreaterThan(0);
    // Nothing has changed: every answer was kept, whichever node asks.
    expect(new Set(gitlab.calls.map((call) => call.status))).toEqual(new Set([304]));
    const answers = node.get<Model<StoredAnswer>>(getModelToken(STORED_ANSWER_MODEL));
    expect(await answers.countDocuments()).toBeGreaterThan(0);
  });

  it('reads entries of an older form again', async () => {
    gitlab.project('older/x').commit(file('@older/x', '1.0.0'));
    await configure({ '@older': config('older') });
    const [entry] = await entries().find({ config: '@older' }).lean();
    const old = entry?.fingerprint.replace(/^\d+:/, '') ?? '';
    await entries().updateOne({ config: '@older' }, { $set: { fingerprint: old, integrity: 'x' } });
    clock.advance({ ms: 600_000 });
    await refresh();
    const [again] = await entries().find({ config: '@older' }).lean();
    expect([again?.fingerprint, again?.integrity]).toEqual([entry?.fingerprint, entry?.integrity]);
  });

  it('leaves a registry alone that fails, longer each time, and keeps what it had', async () => {
    gitlab.project('failing/x').commit(file('@failing/x', '1.0.0'));
    await configure({ '@failing': config('failing') });
    gitlab.fail('invalid-json');
    for (const seconds of [600, 1200, 2400]) {
      clock.advance({ ms: 6_000_000 });
      await refresh();
      const { state, nextRun, packages } = (await status('@failing')) ?? {};
      expect([state, packages]).toEqual(['failed', 1]);
      expect(nextRun).toEqual(new Date(clock.now().getTime() + seconds * 1000));
    }
    expect((await list()).items).toHaveLength(1);
  });

  it('keeps what a token without rights may no longer see, and goes on when it may', async () => {
    const [one, two] = ['one', 'two'].map((name) => gitlab.project(`rights/${name}`));
    one?.commit(file('@rights/one', '1.0.0'));
    two?.commit(file('@rights/two', '1.0.0'));
    await configure({ '@rights': config('rights') });
    const versions = async () => (await list()).items.map(({ artifact }) => artifact.version);
    const again = async () => {
      clock.advance({ ms: 6_000_000 });
      await refresh();
      return status('@rights');
    };

    gitlab.fail({ answer: 403 }, Infinity, ({ target }) => target.includes('/repository/'));
    expect(await again()).toMatchObject({ state: 'failed', packages: 2 });
    expect((await status('@rights'))?.lastError?.message).toContain(
      'not all projects could be read',
    );
    expect(await versions()).toEqual(['1.0.0', '1.0.0']);

    gitlab.forget();
    one?.commit(file('@rights/one', '1.1.0'));
    gitlab.fail({ answer: 403 }, Infinity, ({ target }) => target.includes('/files/'));
    expect(await again()).toMatchObject({ state: 'current', packages: 2, broken: 1 });
    expect((await list()).warnings).toMatchObject([{ config: '@rights', package: 'rights/one' }]);
    expect(await versions()).toEqual(['1.0.0', '1.0.0']);

    gitlab.forget();
    expect(await again()).toMatchObject({ state: 'current', packages: 2, broken: 0 });
    expect(await versions()).toEqual(['1.1.0', '1.0.0']);
  });

  it('names a repository that fails, however much waste lies in another', async () => {
    for (let at = 0; at < 120; at += 1) gitlab.project(`waste/p${at}`).commit({ 'x.txt': '' });
    gitlab.project('good/x').commit(file('@good/x', '1.0.0'));
    await configure({ '@a-waste': config('waste'), '@good': config('good') });
    gitlab.fail('invalid-json', Infinity, ({ target }) => target.includes('/groups/good/'));
    clock.advance({ ms: 6_000_000 });
    await refresh();
    const { warnings } = await list();
    expect(warnings).toHaveLength(100);
    expect(warnings[0]).toMatchObject({ config: '@good' });
  });
});
