import { createConnection } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { platformEnvironment } from '../../demo/demo.js';
import { DemoNetwork } from '../../demo/network/network.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../demo/seed/people.js';
import { seed } from '../../demo/seed/seed.js';
import { MENDING_HINT } from '../../demo/seed/work.js';
import { workLeft } from '../../demo/seed/work-left.js';
import { DemoDirectory, type DemoState } from '../../demo/state.js';
import { eventually } from '../support/eventually.js';
import { CURL_MISSING, runShell, shellBlocks } from '../support/docs/shell-blocks.js';
import { type RecipeStep, recipesOf } from '../support/docs/recipes.js';
import { startApp, type TestApp } from '../support/start-app.js';

interface Jobs {
  readonly data: readonly { readonly _id: string; readonly name: string }[];
}
interface RecipeJob {
  readonly _id: string;
  readonly status: string;
  readonly standsAt: readonly object[];
}
interface RecipeEnd {
  readonly variables: JsonObject;
}
interface Kept {
  readonly _id: string;
  readonly rawConfig: string;
}
interface Settings {
  readonly assignedRoles: readonly { readonly roleId: string }[];
  readonly inheritedRoles: readonly { readonly roleId: string }[];
}
interface Roles {
  readonly results: readonly { readonly _id: string }[];
}
interface Plan {
  readonly diff: string;
  readonly planHash: string;
}
interface Backups {
  readonly backups: { readonly list: readonly { readonly id: string }[] };
}

describe('the demo', () => {
  const root = mkdtempSync(join(tmpdir(), 'netadmin-demo-'));
  const directory = new DemoDirectory(root);
  const tokens = new Map<string, string>();
  let state: DemoState;
  let network: DemoNetwork;
  let app: TestApp;

  const tokenOf = async (username: string) => {
    const body = { username, password: DEMO_PASSWORD };
    const token = tokens.get(username) ?? (await app.call('POST', '/login', { body })).text;
    tokens.set(username, token);
    return token;
  };
  const send = async <T>(method: string, path: string, body?: object) => {
    const token = await tokenOf('admin');
    const answer = await app.call<T>(method, path, { token, ...(body && { body }) });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    return answer.json;
  };
  const versionsOf = async (name: string) => {
    const options = { filter: { name }, sort: { date: -1 } };
    const path = '/configuration_manager/backups';
    return (await send<Backups>('POST', path, { options })).backups.list;
  };

  beforeAll(async () => {
    state = await directory.open(true);
    network = await DemoNetwork.start(directory, state.ports);
    const env = platformEnvironment(directory, state.ports, network);
    app = await startApp('e2e-demo', { env });
    await seed(app.url, state.ports, (_, step) => step());
  });
  afterAll(async () => {
    await app.close();
    await network.close();
    rmSync(root, { recursive: true, force: true });
  });

  it.each(DEMO_ACCOUNTS)('has an account %s with that role', async (username) => {
    const token = await tokenOf(username);
    const own = await app.call<Settings>('GET', '/user/settings', { token });
    const { results } = await send<Roles>('GET', '/authorization/roles?limit=1000');
    const { assignedRoles, inheritedRoles } = own.json;
    const held = [...assignedRoles, ...inheritedRoles].map(({ roleId }) => roleId);
    const roles = results.filter(({ _id }) => held.includes(_id));
    const role = { provenance: 'platform', name: username };
    expect(roles).toContainEqual(expect.objectContaining(role));
  });

  // Each spends most of its time in waiting for its device.
  it.concurrent.each([
    ['edge-1', ['interface GigabitEthernet0/2', ' description spare port'], 'spare port'],
    ['core-1', ['set interfaces ge-0/0/0 description "changed"'], 'description "changed"'],
    ['leaf-1', ['interface Ethernet2', '   description other uplink'], 'description other uplink'],
  ])('changes %s as it was shown, and finds it in the next backup', async (name, config, text) => {
    const root = `/configuration_manager/devices/${name}`;
    expect(await send('POST', `${root}/check`, {})).toMatchObject({ passed: true, isPinned: true });
    const before = await versionsOf(name);
    expect(before.length).toBeGreaterThanOrEqual(2);
    const plan = await send<Plan>('POST', `${root}/changes`, { config, dryRun: true });
    expect(plan.diff).toContain(text);
    const { planHash } = plan;
    await send('POST', `${root}/changes`, { config, dryRun: false, planHash });
    const body = { devices: [name] };
    await send('POST', '/configuration_manager/devices/backups', body);
    const after = await versionsOf(name);
    expect(after.length).toBeGreaterThan(before.length);
    const kept = await send<Kept>('GET', `/configuration_manager/backups/${after[0]?.id ?? ''}`);
    expect(kept.rawConfig).toContain(text);
  });

  it('shows a service before it is made, and makes it', async () => {
    const save = (options: object) =>
      send('POST', '/service_management/saveInstances', {
        instance: { '/acme:vpn': [{ name: 'blue', device: ['edge-1', 'leaf-1'] }] },
        options,
      });
    const shown = JSON.stringify(await save({ dryrun: { outformat: 'native' } }));
    expect(shown).toContain('vrf definition blue');
    expect(await save({})).toMatchObject([{ success: true }]);
  });

  it('plans an upgrade of the package from the registry', async () => {
    const plan = await send<{ packages: { name: string; version: string }[] }>(
      'POST',
      '/admin/artifacts/plan',
      { name: '@acme/change-announcements', version: '2.0.0', options: { overwrite: true } },
    );
    expect(JSON.stringify(plan)).toContain('Announce a change');
    expect(plan).toMatchObject({ applicable: true });
  });

  it('signs in whom the provider vouches for', async () => {
    const begun = await app.call('GET', '/login/oidc');
    const location = begun.headers.get('location') ?? '';
    const path = await network.provider.visit(location, 'alice');
    const cookie = begun.headers.getSetCookie().join().split(';', 1).join();
    const back = await app.call('GET', path, { headers: { cookie } });
    const session = back.headers.getSetCookie().find((set) => set.startsWith('token=')) ?? '';
    const who = await app.call('GET', '/whoami', {
      headers: { cookie: session.split(';', 1).join() },
    });
    expect(who.json).toMatchObject({ username: 'alice' });
    expect(who.text).toContain('network team');
  });

  it('lets whoever comes to the provider choose who he is', async () => {
    const begun = await app.call('GET', '/login/oidc');
    const first = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
    const cookie = first.headers.getSetCookie().map((set) => set.split(';', 1).join());
    const asked = new URL(first.headers.get('location') ?? '', network.provider.issuer);
    const page = await fetch(asked, { headers: { cookie: cookie.join('; ') } });
    expect(await page.text()).toContain('<a href="?user=bob">bob</a>');
  });

  it('tells the chat what a job says, and the inbox of the job', async () => {
    const text = 'Told by a test';
    await send('POST', '/operations-manager/jobs/start', {
      workflow: 'Announce a change',
      options: { variables: { change: { device: 'edge-1', text } } },
    });
    const texts = await eventually(
      () => Promise.resolve(network.inbox.received.map((item) => item.text)),
      (all) => all.some((item) => item.includes(text)),
    );
    expect(texts).toContainEqual(`{"text":"Change on edge-1: ${text}"}`);
    await eventually(
      () => Promise.resolve(network.inbox.received),
      (all) => all.some((item) => item.text.includes('"topic":"jobComplete"')),
    );
  });

  it('takes mail', async () => {
    const socket = createConnection(state.ports.mail, '127.0.0.1').setEncoding('utf8');
    const content = 'Subject: A job failed\r\n\r\nLook at it.\r\n.';
    const lines = ['EHLO x', 'MAIL FROM:<a@acme.example>', 'RCPT TO:<b@acme.example>', 'DATA'];
    // Each line is sent when the one before was answered.
    const queue = [...lines, content, 'QUIT'];
    for await (const answer of socket) {
      const isLast = /^\d{3} /m.test(String(answer));
      if (isLast) socket.write(`${queue.shift() ?? ''}\r\n`);
    }
    expect(queue).toEqual([]);
    const page = await fetch(network.inbox.url);
    expect(await page.text()).toContain('Subject: A job failed');
  });

  describe('with its tour', () => {
    const jobsIn = async (status: string) =>
      (await send<Jobs>('GET', `/operations-manager/jobs?status=${status}`)).data;
    const forms = async () => {
      const { data } = await send<Jobs>('GET', '/operations-manager/tasks');
      return data.filter(({ name }) => name === 'ShowJsonForm');
    };

    it.skipIf(CURL_MISSING)(
      'runs every block, which mends the failed job and answers the task',
      async () => {
        expect(await jobsIn('error')).toMatchObject([
          { name: 'Open a ticket', description: MENDING_HINT },
        ]);
        expect(await forms()).toMatchObject([{ summary: 'Confirm the record' }]);
        expect(await workLeft(app.url)).toMatch(/^Jobs: 1 failed because .* wait.* under Tasks$/);
        const blocks = shellBlocks('docs/tour.md');
        const run = await runShell(blocks, { cwd: root, env: { URL: app.url } });
        expect(run).toMatchObject({ code: 0, begun: blocks.length });
        expect(run.stdout).toContain('+ description to the new office');
        expect(await jobsIn('error')).toEqual([]);
        expect(await forms()).toEqual([]);
        expect(await workLeft(app.url)).toMatch(/^Jobs: all that had failed were mended; /);
        expect(network.inbox.received.filter(({ kind }) => kind === 'ticket')).toHaveLength(1);
      },
    );
  });

  describe('with its recipes', () => {
    const start = async (path: string, body: object): Promise<string> => {
      const { data } = await send<{ readonly data: { readonly _id: string } }>('POST', path, body);
      // What waits for an event hears of none that happened before.
      await eventually(
        () => jobOf(data._id),
        ({ status, standsAt }) => status !== 'running' || standsAt.length > 0,
      );
      return data._id;
    };
    const jobOf = async (id: string): Promise<RecipeJob> => {
      const path = `/operations-manager/jobs?equals[_id]=${id}&include=_id,status,standsAt`;
      const { data } = await send<{ readonly data: readonly RecipeJob[] }>('GET', path);
      const [job] = data;
      if (!job) throw new Error(`no job ${id}`);
      return job;
    };
    const bring = async (document: JsonObject): Promise<void> => {
      const body = { documents: [document], options: { overwrite: true } };
      const found = await send<{ readonly results: readonly object[] }>(
        ...(['POST', '/content/import', body] as const),
      );
      expect(found).toMatchObject({ results: [{ success: true }] });
    };
    const follow = async (step: RecipeStep, names: Map<string, string>): Promise<void> => {
      if (step.kind === 'document') {
        await bring(step.document);
        return;
      }
      if (step.kind === 'task') {
        names.set('$TASK', (await send<Jobs>('GET', step.path)).data[0]?._id ?? '');
        return;
      }
      const path = [...names].reduce((text, [name, id]) => text.replace(name, id), step.path);
      if (!path.endsWith('/jobs/start')) await send('POST', path, step.body);
      else {
        const id = await start(path, step.body);
        if (!names.has('$JOB')) names.set('$JOB', id);
      }
    };

    const recipes = recipesOf('docs/recipes.md');
    // A recipe may start the workflow of another one.
    beforeAll(async () => {
      for (const { steps } of recipes)
        for (const step of steps) if (step.kind === 'document') await bring(step.document);
    });

    it.each(recipes)('ends as the page says: $title', async (recipe) => {
      const names = new Map<string, string>();
      for (const step of recipe.steps) await follow(step, names);
      const { status, variable, value } = recipe.ends;
      const job = await eventually(
        () => jobOf(names.get('$JOB') ?? ''),
        (one) => one.status === status,
      );
      const path = `/operations-manager/jobs/${job._id}`;
      const { data } = await send<{ readonly data: RecipeEnd }>('GET', path);
      expect(data.variables[variable]).toEqual(value);
    });
  });

  it('leaves alone what is no demo', async () => {
    const other = new DemoDirectory(join(root, 'devices'));
    await expect(other.open(true)).rejects.toThrow('holds something else than a demo');
  });

  it('finds everything again, on the same ports', async () => {
    const instance = { '/acme:vpn': [{ name: 'white' }] };
    await send('POST', '/service_management/saveInstances', { instance, options: {} });
    directory.keep({ ...state, isSeeded: true });
    expect(await directory.open(true)).toEqual({ ...state, isSeeded: true });
    await network.close();
    network = await DemoNetwork.start(directory, state.ports);
    const path = '/restconf/data/acme:vpn=white';
    const params = { path, accept: 'application/yang-data+json' };
    const found = await send('POST', '/orchestrator_manager/restQuery/Local%20NSO', { params });
    expect(JSON.stringify(found)).toContain('white');
    // The host keys are pinned.
    await send('POST', '/configuration_manager/devices/core-1/check', {});
  });
});
