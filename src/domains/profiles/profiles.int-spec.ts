import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { startDomain } from '../../../test/support/domain-app.js';
import { HandClock } from '../../../test/support/hand-clock.js';
import { watchCommands, watched } from '../../../test/support/watch-commands.js';
import { Clock } from '../../kernel/clock.js';
import { type StoredProfile } from './profile.js';
import { PROFILE_MODEL } from './profile.schema.js';
import { ProfilesModule } from './profiles.module.js';
import { ProfilesSeed } from './profiles.seed.js';
import { ProfilesService } from './profiles.service.js';

describe('ProfilesService', () => {
  const database = testDatabase('profiles');
  const clock = new HandClock();
  let node: TestingModule;
  let otherNode: TestingModule;

  const start = () =>
    startDomain({
      uri: watched(database.uri),
      module: ProfilesModule,
      seeds: [ProfilesSeed],
      override: (builder) => builder.overrideProvider(Clock).useValue(clock),
    });
  const profiles = (app: TestingModule = node) => app.get(ProfilesService);
  const model = () => node.get<Model<StoredProfile>>(getModelToken(PROFILE_MODEL));
  const describeAs = (description: string) =>
    profiles().updateActive((d) => ({ ...d, description }));
  const isActive = async (app: TestingModule, description: string) =>
    (await profiles(app).active()).document['description'] === description;

  beforeAll(async () => {
    node = await start();
    otherNode = await start();
  });
  afterAll(async () => {
    await Promise.all([node.close(), otherNode.close()]);
    await database.drop();
  });

  it('finds one active profile after any number of starts', async () => {
    expect(await model().countDocuments()).toBe(1);
    expect((await profiles().active()).document).toMatchObject({ id: 'default' });
  });

  it('keeps what a document holds, empty objects and keys with dots and dollars included', async () => {
    const odd = { empty: {}, 'a.b': 1, $set: { x: null }, ref: { $ref: 'c', $id: '1' } };
    await profiles().updateActive((document) => ({ ...document, odd }));
    clock.advance({ ms: 1001 });
    expect((await profiles(otherNode).active()).document['odd']).toEqual(odd);
    await profiles().updateActive(({ odd: _, ...rest }) => rest);
  });

  it('counts every change on every node within a second, and at once where it was made', async () => {
    await profiles(otherNode).active();
    await describeAs('changed');
    expect(await isActive(node, 'changed')).toBe(true);
    clock.advance({ seconds: 1, ms: 1 });
    expect(await isActive(otherNode, 'changed')).toBe(true);
  });

  it('asks the database once a second, however many ask', async () => {
    clock.advance({ seconds: 2 });
    const commands = watchCommands(node);
    await Promise.all(Array.from({ length: 20 }, () => profiles().active()));
    clock.advance({ ms: 1000 });
    await profiles().active();
    expect(commands.seen).toEqual(['find profiles']);
    clock.advance({ ms: 1 });
    await profiles().active();
    expect(commands.seen).toHaveLength(2);
  });

  it('does not trust what it read before the clock was set back', async () => {
    await profiles().active();
    const commands = watchCommands(node);
    clock.advance({ seconds: -5 });
    await profiles().active();
    expect(commands.seen).toEqual(['find profiles']);
  });

  it('loses no change of writers at the same moment', async () => {
    await profiles().updateActive((document) => ({ ...document, services: [] }));
    const before = (await profiles().active()).revision;
    const writers = Array.from({ length: 6 }, (_, index) =>
      profiles(index % 2 === 0 ? node : otherNode).updateActive((document) => ({
        ...document,
        services: [...(document['services'] as string[]), `service ${String(index)}`],
      })),
    );
    await Promise.all(writers);
    const { document, revision } = await profiles().active();
    expect(document['services']).toHaveLength(6);
    expect(revision).toBe(before + 6);
  });

  it('refuses a change of a revision that is no more', async () => {
    const { revision } = await profiles().active();
    await describeAs('meanwhile');
    const late = profiles().updateActive((document) => document, revision);
    await expect(late).rejects.toMatchObject({ kind: 'precondition-failed' });
    expect((await profiles().active()).document['description']).toBe('meanwhile');
  });

  it('refuses a document that cannot be stored, and keeps the one it has', async () => {
    const deep = JSON.parse('{"a":'.repeat(120) + '1' + '}'.repeat(120)) as never;
    const change = profiles().updateActive((document) => ({ ...document, deep }));
    await expect(change).rejects.toMatchObject({ kind: 'invalid-input' });
    expect((await profiles().active()).document).not.toHaveProperty('deep');
  });

  it('changes the repository configurations and nothing else', async () => {
    const before = await profiles().active();
    const { revision } = await profiles().changeRepositoryConfigs((configs) => ({
      ...configs,
      '@acme': { enabled: false, type: 'gitlab', credentials: { token: '$ENCx' } },
    }));
    const { configs } = await profiles().repositoryConfigs();
    expect(configs.map(({ name }) => name)).toEqual(['@local', '@acme']);
    expect(configs[1]?.credentials.token).toBe('$ENCx');
    await profiles().changeRepositoryConfigs(({ '@acme': _, ...rest }) => rest, revision);
    expect((await profiles().active()).document).toEqual(before.document);
  });

  it('cannot have two active profiles: the database refuses the second', async () => {
    const second = {
      _id: 'second',
      name: 'second',
      nameFolded: 'second',
      revision: 1,
      activation: 1,
      document: { id: 'second' },
      created: clock.now(),
      updated: clock.now(),
    };
    await expect(model().create(second)).rejects.toMatchObject({ code: 11_000 });
  });

  it('follows the highest activation, and never finds none in between', async () => {
    const next = {
      _id: 'next',
      name: 'next',
      nameFolded: 'next',
      revision: 1,
      activation: 0,
      document: { id: 'next' },
      created: clock.now(),
      updated: clock.now(),
    };
    await model().create(next);
    expect((await profiles().activeSince(clock.now())).document['id']).toBe('default');
    await model().updateOne({ _id: 'next' }, { activation: 2 });
    clock.advance({ seconds: 1, ms: 1 });
    expect((await profiles().active()).document['id']).toBe('next');
    await model().deleteOne({ _id: 'next' });
  });
});
