import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WORKERS } from '../../src/platform/workers/worker-pool.js';
import { startApp, type TestApp } from '../support/start-app.js';

const KIB = 1024;

/** A configuration of so many characters, different for each seed. */
function configuration(length: number, seed: number): string {
  const line = (at: number): string => `interface Ethernet${at}\n description ${at * seed}\n`;
  let text = '';
  for (let at = 0; text.length < length; at += 1) text += line(at);
  return text;
}

/** An OpenAPI document of so many characters. */
function openApi(length: number): object {
  const schemas: Record<string, object> = {};
  for (let at = 0; at * 60 < length; at += 1)
    schemas[`Schema${at}`] = { type: 'object', properties: { name: { type: 'string' } } };
  return {
    openapi: '3.0.3',
    info: { title: 'Large', version: '1.0.0' },
    paths: {},
    components: { schemas },
  };
}

describe('what is expensive', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp('e2e-expensive-requests');
  });
  afterAll(() => app.close());

  /** How many computations threads carried out for a request. */
  const inThreads = async <T>(work: () => Promise<T>): Promise<{ count: number; answer: T }> => {
    const before = WORKERS.done;
    const answer = await work();
    return { count: WORKERS.done - before, answer };
  };

  it('is done in a thread: the difference of two long texts', async () => {
    const ids: string[] = [];
    for (const seed of [1, 7]) {
      const rawConfig = configuration(200 * KIB, seed);
      const backups = [{ name: `router-${seed}`, type: 'cisco_ios', rawConfig }];
      const imported = await app.as<{ results: { id: string }[] }>(
        'admin',
        'POST',
        '/configuration_manager/backups/import',
        { body: { backups } },
      );
      ids.push(imported.json.results[0]?.id ?? '');
    }
    const path = `/configuration_manager/backups/${ids.join('/diff/')}`;
    for (const format of ['unified', 'sideBySide']) {
      const { count, answer } = await inThreads(() =>
        app.as<{ stats: { equal: number; changed: number } }>(
          'apiread',
          'GET',
          `${path}?format=${format}`,
        ),
      );
      expect([count, answer.status]).toEqual([1, 200]);
      expect(answer.json).toMatchObject({ before: ids[0], after: ids[1] });
      expect(answer.json.stats.equal).toBeGreaterThan(1000);
      expect(answer.json.stats.changed).toBeGreaterThan(1000);
    }
  });

  it.each([
    ['POST', '/integration-models/validation'],
    ['PUT', '/integration-models/validation'],
    ['POST', '/integration-models'],
    ['PUT', '/integration-models/Large:1.0.0'],
  ])('is done in a thread: whether a long document is a model, by %s %s', async (method, path) => {
    const body = { model: openApi(200 * KIB) };
    const { count, answer } = await inThreads(() => app.as('admin', method, path, { body }));
    expect([count, answer.status]).toEqual([1, 200]);
  });
});
