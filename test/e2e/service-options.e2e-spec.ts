import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { aVpn, ServicesApp } from '../support/services-app.js';

/** Options, what they are as query of the older style, and as tree of the newer one. */
type Row = readonly [options: JsonObject, query: string, tree: JsonObject];

const FLAGS = [
  ...['no-deploy', 'no-networking', 'no-overwrite', 'no-out-of-sync-check'],
  ...['no-revision-drop', 'use-lsa', 'no-lsa'],
];
const flagRow = (flag: string): Row => [{ [flag]: null }, `?${flag}`, { [flag]: [null] }];
const formatRow = (outformat: string): Row => [
  { dryrun: { outformat } },
  `?dry-run=${outformat}`,
  { 'dry-run': { outformat } },
];
const queueRow = (mode: string): Row => [
  { 'commit-queue': { [mode]: null } },
  `?commit-queue=${mode}`,
  { 'commit-queue': { [mode]: [null] } },
];
const errorRow = (option: string): Row => [
  { 'commit-queue': { async: true, 'error-option': option } },
  `?commit-queue=async&commit-queue-error-option=${option}`,
  { 'commit-queue': { async: [null], 'error-option': option } },
];

const TABLE: readonly Row[] = [
  [{}, '', {}],
  ...FLAGS.map(flagRow),
  [{ 'no-deploy': false, 'no-lsa': [null] }, '?no-lsa', { 'no-lsa': [null] }],
  ...['xml', 'cli', 'native', 'cli-c'].map(formatRow),
  [
    { dryrun: { outformat: 'native', reverse: true } },
    '?dry-run=native&dry-run-reverse',
    { 'dry-run': { outformat: 'native', reverse: [null] } },
  ],
  ...['async', 'bypass', 'sync'].map(queueRow),
  [
    { 'commit-queue': { sync: '', tag: 'a b', 'block-others': true, lock: true, atomic: false } },
    '?commit-queue=sync&commit-queue-tag=a%20b&commit-queue-block-others&commit-queue-lock&commit-queue-atomic=false',
    {
      'commit-queue': {
        sync: [null],
        tag: 'a b',
        'block-others': [null],
        lock: [null],
        atomic: false,
      },
    },
  ],
  ...['continue-on-error', 'rollback-on-error', 'stop-on-error'].map(errorRow),
  [
    { 'no-networking': true, 'commit-queue': { async: true, atomic: true } },
    '?no-networking&commit-queue=async&commit-queue-atomic=true',
    { 'no-networking': [null], 'commit-queue': { async: [null], atomic: true } },
  ],
];

describe('commit options on the wire', () => {
  let world: ServicesApp;
  beforeAll(async () => {
    world = await ServicesApp.start('service-options');
    await world.adapter('older', { northbound: 'flat' });
    await world.adapter('newer', { northbound: 'params' });
  });
  beforeEach(() => {
    world.orchestrator.reset();
  });
  afterAll(() => world.close());

  /** The last change that was asked for, by its query. */
  const sent = async (options: JsonObject): Promise<string> => {
    const { json } = await world.save([aVpn('acme')], options);
    expect(json).toMatchObject([{ success: true }]);
    const last = world.orchestrator.requests.findLast(({ method }) => method === 'PATCH');
    return last?.target.slice('/restconf/data'.length) ?? 'nothing was sent';
  };

  it.each(TABLE)('%j as %s', async (options, query) => {
    expect(await sent({ ...options, adapterId: 'older' })).toBe(query);
  });

  it.each(TABLE)('%j as a tree', async (options, _, tree) => {
    const query = await sent({ ...options, adapterId: 'newer' });
    const encoded = decodeURIComponent(query.replace(/^\?params=/, ''));
    const read: unknown = JSON.parse(Buffer.from(encoded, 'base64').toString() || '{}');
    expect(read).toEqual(tree);
  });
});
