import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { rawMember } from '../../src/domains/orchestrator/raw-member.js';
import { aVpn, ServicesApp } from '../support/services-app.js';

const PAGE = readFileSync('docs/orchestrator.md', 'utf8');

type Row = readonly [string, string, string, string];

/** The rows of the first table below a heading, each cell without its code marks. */
function tableBelow(heading: string): readonly Row[] {
  const [, section = ''] = PAGE.split(`\n## ${heading}\n`);
  const lines = section.split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines.slice(start + 2, start + length).map((line) => {
    const cells = line.split('|').map((cell) => cell.trim().replace(/^`|`$/g, ''));
    const [, first = '', second = '', third = '', fourth = ''] = cells;
    return [first, second, third, fourth];
  });
}

const CALLS = tableBelow('Actions and queries as they are');
const OPTIONS = tableBelow('Options of a save');

describe('the page on orchestrators', () => {
  let world: ServicesApp;

  beforeAll(async () => {
    world = await ServicesApp.start('orchestratorWire');
    await world.adapter('flat', { northbound: 'flat' });
    await world.adapter('params', { northbound: 'params' });
  });
  beforeEach(() => {
    world.orchestrator.reset();
  });
  afterAll(() => world.close());

  const queryOf = async (options: JsonObject, adapterId: string): Promise<string> => {
    await world.save([aVpn('acme')], { ...options, adapterId });
    const last = world.orchestrator.requests.findLast(({ method }) => method === 'PATCH');
    return last?.target.slice('/restconf/data'.length) ?? 'nothing was sent';
  };

  it('has its tables', () => {
    expect(CALLS.length).toBeGreaterThan(3);
    expect(OPTIONS.length).toBeGreaterThan(15);
  });

  it.each(CALLS)('says what %s sends for %s', async (operation, request, sent, headers) => {
    await world.app.as('admin', 'POST', `/orchestrator_manager/${operation}/flat`, {
      raw: request,
      headers: { 'content-type': 'application/json' },
    });
    const seen = world.orchestrator.requests.map(({ method, target, text }) => ({
      sent: `${method} ${target}`,
      text,
    }));
    expect(seen).toEqual([{ sent, text: rawMember(request, 'body') ?? '' }]);
    const given = Object.entries(world.orchestrator.requests[0]?.headers ?? {});
    const shown = given.filter(([name]) => ['accept', 'content-type'].includes(name));
    expect(Object.fromEntries(shown)).toEqual(JSON.parse(headers));
  });

  it.each(OPTIONS)('says how %s travels', async (options, flat, params) => {
    const given = JSON.parse(options) as JsonObject;
    expect(await queryOf(given, 'flat')).toBe(flat);
    const tree = decodeURIComponent((await queryOf(given, 'params')).replace('?params=', ''));
    const read: unknown = JSON.parse(Buffer.from(tree, 'base64').toString() || '{}');
    expect(read).toEqual(JSON.parse(params));
  });
});
