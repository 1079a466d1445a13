import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationId, operationSpec } from '../../src/api/operations/operations.js';
import { declaredLists, type ListDeclaration } from '../../src/api/lists/list-declaration.js';
import { type ItemField } from '../../src/api/lists/item-fields.js';
import { LIST_VERBS } from '../../src/kernel/list-condition.js';
import { type ListDeliveriesAnswer } from '../../src/domains/events/webhooks/webhooks.dto.js';
import { eventually } from '../support/eventually.js';
import { aWorkflow } from '../support/factories/an-artifact.js';
import { FakeSystem } from '../support/fakes/fake-system.js';
import { someOf } from '../support/some-of.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';
import { walkLength } from '../support/walk-length.js';

type Role = Parameters<TestApp['as']>[0];
/** Lists below something that is made here. */
const MADE: ReadonlySet<OperationId> = new Set(['listWorkflowVersions', 'listWebhookDeliveries']);

type Item = Readonly<Record<string, unknown>>;
interface Refused {
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}

const isItems = (value: unknown): value is readonly Item[] => Array.isArray(value);

/** The items of an answer, wherever it has them. */
function itemsOf(answer: unknown): readonly Item[] {
  if (isItems(answer)) return answer;
  const values = Object.values(answer ?? {}) as unknown[];
  const list = values.find(isItems);
  const objects = values.filter((value) => typeof value === 'object' && value !== null);
  return list ?? objects.flatMap((one) => [...itemsOf(one)]);
}

/** The total of an answer, wherever it has it. */
function totalOf({ json, headers }: Answer): number {
  const count = headers.get('x-total-count');
  if (count !== null) return Number(count);
  return Number(/"total":(\d+)/.exec(JSON.stringify(json))?.[1] ?? 0);
}

function valueAt(item: Item, name: string): unknown {
  return name.split('.').reduce<unknown>((at, key) => (at as Item | null | undefined)?.[key], item);
}

const SAMPLES: Readonly<Record<ItemField['kind'], string>> = {
  text: 'x',
  any: 'x',
  number: '1',
  time: '2026-01-01T00:00:00Z',
  flag: 'true',
};
const encoded = encodeURIComponent;
/** How many fields of a list are asked for, others in each list. */
const FIELDS = walkLength(2, Infinity);
const someFields = <T>(fields: readonly T[], place: number): readonly T[] =>
  someOf(fields, place, Math.min(fields.length, FIELDS));
/** What changes from one request to the next. */
const ALIVE =
  /^(lastSeen|expires|timestamp|uptime|prevUptime|memoryUsage|cpuUsage|lastUsed|lastSignIn)\b/;

describe('every list that is declared', () => {
  let platform: TestApp;
  let receiver: FakeSystem;
  const made = new Map<OperationId, string>();
  const LISTS = [...declaredLists()];
  /** Those whose path names nothing, or something that is made here. */
  const READ = LISTS.filter(([id]) => !operationSpec(id).path.includes(':') || MADE.has(id)).map(
    ([id, list], place) => [id, list, place] as const,
  );
  const pathOf = ({ id }: ListDeclaration): string =>
    operationSpec(id).path.replace(/:\w+/, made.get(id) ?? 'absent');
  const askAs = (role: Role, list: ListDeclaration, query: string): Promise<Answer> =>
    platform.as(role, 'GET', `${pathOf(list)}?${query}`);
  const ask = (list: ListDeclaration, query: string): Promise<Answer> =>
    askAs('admin', list, query);
  const post = async (path: string, body: object): Promise<string> => {
    const { status, text } = await platform.as('admin', 'POST', path, { body });
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return /"_id":"(\w+)"/.exec(text)?.[1] ?? '';
  };

  beforeAll(async () => {
    receiver = await FakeSystem.start();
    platform = await startApp('e2e-list-grammar', { env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    const admins = await platform.as<{ results: readonly { _id: string }[] }>(
      'admin',
      'POST',
      '/authorization/groups',
      { body: { group: { name: 'Nobody is in it' } } },
    );
    const hidden = /"_id":"(\w+)"/.exec(admins.text)?.[1] ?? '';
    for (const name of ['First', 'second', 'Third one']) {
      const automation = aWorkflow(name);
      const id = await post('/automation-studio/automations', {
        automation: { ...automation, name },
      });
      made.set('listWorkflowVersions', id);
      // What the reader may not see is neither found nor counted.
      const gbac = name === 'second' ? { read: [hidden], write: [hidden] } : undefined;
      await post('/operations-manager/automations', { name, componentType: 'workflows', gbac });
      await post('/transformations', { create: { name, description: `About ${name}` } });
    }
    await makeDeliveries();
  });
  afterAll(async () => {
    await platform.close();
    await receiver.close();
  });

  /** A delivery that is still tried would change between two requests. */
  async function makeDeliveries(): Promise<void> {
    const source = 'lists';
    const url = `http://${receiver.host}/`;
    const webhook = { name: 'Near', url, secret: 'nonsense-nonsense', filters: [{ source }] };
    const id = await post('/events/webhooks', webhook);
    made.set('listWebhookDeliveries', id);
    for (const topic of ['first', 'second', 'third'])
      await post('/events', { source, topic, payload: {} });
    const delivered = `/events/webhooks/${id}/deliveries?state=delivered`;
    await eventually(
      () => platform.as<ListDeliveriesAnswer>('admin', 'GET', delivered),
      ({ json }) => json.total === 3,
    );
  }

  it('are some', () => {
    expect(LISTS.length).toBeGreaterThan(10);
  });

  it.each(LISTS.map(([id, list], place) => [id, list, place] as const))(
    '%s refuses what it does not understand, and says what there is',
    async (_, list, place) => {
      // One parser reads the verbs of all lists.
      const verbs = LIST_VERBS.filter((verb) => !list.ownKeys.has(verb));
      for (const verb of someOf(verbs, place, Math.min(verbs.length, 3))) {
        for (const query of [`${verb}[nothing]=x`, `${verb}=x&${verb}Field=nothing`]) {
          const { status, json } = await ask(list, query);
          expect([query, status]).toEqual([query, 400]);
          expect((json as Refused).errors[0]?.detail).toContain(list.meant);
        }
      }
      for (const query of ['nothing=x', 'filter[name]=x', 'limit=x', 'page=0', 'sort=nothing'])
        expect([query, (await ask(list, query)).status]).toEqual([query, 400]);
    },
  );

  it.each(READ)('%s takes every field of its items', async (_, list, place) => {
    for (const [name, { kind, members, listed }] of someFields([...list.fields], place)) {
      const member = members?.find((one) => typeof one === 'string');
      const sample = encoded(typeof member === 'string' ? member : SAMPLES[kind]);
      const queries = [`equals[${name}]=${sample}`, `exists=true&existsField=${name}`];
      if (!listed) queries.push(`sort=${name}&order=-1`, `sort[${name}]=1`);
      for (const query of queries)
        expect([query, (await ask(list, query)).status]).toEqual([query, 200]);
    }
  });

  describe.each(['admin', 'apiread'] as const)('read as %s', (role) => {
    it.each(READ)('%s finds its items by what they show, and no others', async (_, list, place) => {
      const whole = await askAs(role, list, 'limit=2000');
      if (whole.status === 403) return;
      const all = itemsOf(whole.json);
      const shown = [...list.fields].flatMap(([name, { kind, listed }]) => {
        if (ALIVE.test(name) || listed || kind === 'any') return [];
        const values = all.map((item) => valueAt(item, name));
        // Longer texts are not asked for.
        const value = values.find(
          (one) => (typeof one === 'string' && one.length <= 1024) || typeof one === 'number',
        );
        return value === undefined ? [] : [{ name, values, value }];
      });
      for (const { name, values, value } of someFields(shown, place)) {
        const text = encoded(JSON.stringify([value]));
        const [is, isNot] = [`in[${name}]=${text}`, `not-in[${name}]=${text}`];
        const found = itemsOf((await askAs(role, list, `${is}&limit=2000`)).json);
        const others = itemsOf((await askAs(role, list, `${isNot}&limit=2000`)).json);
        const same = values.filter((one) => one === value);
        expect(found.map((item) => valueAt(item, name))).toEqual(same);
        expect([name, found.length + others.length]).toEqual([name, all.length]);
      }
    });
  });

  it.each([
    '/service_catalog/GetWorkflows',
    '/adapter-models/types',
    '/configuration_manager/configurations/parser',
  ])('%s has no options, and takes none', async (path) => {
    for (const query of ['equals[name]=x', 'limit=1', 'order=-1', 'options[skip]=1'])
      expect((await platform.as('admin', 'GET', `${path}?${query}`)).status).toBe(400);
    const body = { queryParameters: { in: { name: ['x'] } } };
    const refused = await platform.as<Refused>('admin', 'GET', path, { body });
    expect([refused.status, refused.json.errors[0]?.pointer]).toEqual([400, '#/in']);
    const marked = await platform.as('admin', 'GET', `${path}?_=1`);
    expect([marked.status, marked.headers.get('x-ignored-parameters')]).toEqual([200, '_']);
  });

  it.each(READ)(
    '%s counts alone with limit=0, and takes its options in a body',
    async (_, list) => {
      if (list.zeroIsAll) return;
      const [all, none] = [await ask(list, ''), await ask(list, 'limit=0')];
      expect(itemsOf(none.json)).toEqual([]);
      expect(totalOf(none)).toBe(totalOf(all));
      const path = pathOf(list);
      for (const body of [{ queryParameters: { limit: 0 } }, { options: { limit: 0 } }])
        expect(itemsOf((await platform.as('admin', 'GET', path, { body })).json)).toEqual([]);
      expect((await ask(list, '_=1')).headers.get('x-ignored-parameters')).toBe('_');
    },
  );
});
