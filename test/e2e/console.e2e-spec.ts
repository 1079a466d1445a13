import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { type Response } from 'playwright-core';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROLE_NAMES, type RoleName } from '../../src/kernel/principal.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { BROWSER } from '../support/browser.js';
import { buildConsole, type ConsolePage, openConsole } from '../support/console-page.js';
import { eventually } from '../support/eventually.js';
import { anEngineTask, anEngineWorkflow } from '../support/factories/job-workflows.js';
import { anAccount } from '../support/sign-in.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { walkLength } from '../support/walk-length.js';

const NAME =
  BROWSER === undefined ? 'the console (skipped: no Chromium is installed)' : 'the console';
const describeWithBrowser = BROWSER === undefined ? describe.skip : describe;
const ASSETS = join('packages', 'console', 'dist', 'assets');
const KB = 1000;
/** Six hours and some seconds, which are too few to be shown. */
const NIGHT_MS = 6 * 3_600_000 + 10_000;
/** Every screen that is no object, by its address and title. */
const SCREENS = [
  ...[['/', 'What needs you'] as const, ['/jobs', 'Jobs'] as const, ['/tasks', 'Tasks'] as const],
  ...[['/workflows', 'Workflows'] as const, ['/automations', 'Automations'] as const],
  ...partsOf('/documents', 'Documents', [
    ...['', 'templates', 'commands', 'analytics', 'jsonForms', 'forms'],
  ]),
  ...partsOf('/devices', 'Devices', ['', 'schedules']),
  ['/search', 'Configurations'] as const,
  ...partsOf('/packages', 'Packages', ['', 'installed', 'repositories', 'operations']),
  ...partsOf('/orchestrator', 'Orchestrator', ['', 'changes', 'adapters', 'calls', 'queue']),
  ...partsOf('/integrations', 'Integrations', ['', 'models']),
  ...[['/events', 'Events'] as const, ['/audit', 'Audit'] as const],
  ...partsOf('/access', 'Access', ['', 'groups', 'roles', 'programs', 'explain', 'mine']),
  ...[['/profiles', 'Profiles'] as const, ['/health', 'Health'] as const],
];

/** How many elements of a screen can be used, or scrolled; puts the focus before them, and notes where it goes. */
const MARK_CONTROLS = `(() => {
  const main = document.getElementById('content');
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const seen = [...main.querySelectorAll(controls)].filter((one) => one.checkVisibility());
  for (const one of seen) one.dataset.control = '';
  main.addEventListener('focusin', ({ target }) => (target.dataset.reached = ''));
  main.focus();
  return seen.length;
})()`;
const UNREACHED_CONTROLS = `[...document.querySelectorAll('[data-control]:not([data-reached])')].map(
  (one) => one.outerHTML.slice(0, 120),
)`;

function stub(type: string, summary: string): JsonObject {
  return anEngineTask('stub', { type, delay: '', response: { why: 'no link' } }, { summary });
}

function partsOf(
  path: string,
  title: string,
  parts: readonly string[],
): readonly (readonly [string, string])[] {
  return parts.map((part) => [part === '' ? path : `${path}?show=${part}`, title]);
}

describe('the console over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    buildConsole();
    app = await startApp('console-http');
  });
  afterAll(() => app.close());

  it.each(['/console', '/console/jobs', '/console/jobs/0123'])(
    'answers its page at %s, with a policy that admits nothing inline',
    async (path) => {
      const { status, headers, text } = await app.call('GET', path);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(text).toContain('<div id="console"');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
    },
  );

  it.each(['br', 'gzip', 'identity'])('answers its files as %s, for good', async (encoding) => {
    for (const name of readdirSync(ASSETS).filter((one) => !/\.(br|gz)$/.test(one))) {
      const { status, headers } = await app.call('GET', `/console/assets/${name}`, {
        headers: { 'accept-encoding': encoding },
      });
      expect([status, headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(headers.get('content-encoding') ?? 'identity').toBe(encoding);
    }
  });

  it('answers an absent file with a problem, never with a page', async () => {
    const { status, headers } = await app.call('GET', '/console/assets/..%2F..%2Findex.html');
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('application/problem+json');
  });

  it('is where a browser is sent that opens the address', async () => {
    const { status, headers } = await app.call('GET', '/', { headers: { accept: 'text/html' } });
    expect([status, headers.get('location')]).toEqual([302, '/console']);
  });

  it('is small: its first page 170 kB at most, all of it 600 kB', () => {
    const packed = readdirSync(ASSETS).filter((name) => name.endsWith('.gz'));
    const size = (names: readonly string[]): number =>
      names.reduce((sum, name) => sum + statSync(join(ASSETS, name)).size, 0);
    // What the page names: its program, what that imports at once, its style.
    const page = readFileSync(join(ASSETS, '..', 'index.html'), 'utf8');
    const first = packed.filter((name) => page.includes(name.slice(0, -'.gz'.length)));
    expect(first.length).toBeGreaterThan(2);
    expect(size(first)).toBeLessThan(170 * KB);
    expect(size(packed)).toBeLessThan(600 * KB);
  });

  it('is left out by CONSOLE=off: the docs page is the way in', async () => {
    const without = await startApp('console-off', { env: { CONSOLE: 'off' } });
    const page = await without.call<{ detail: string }>('GET', '/console/jobs/x');
    expect([page.status, page.json.detail]).toEqual([404, expect.stringContaining('CONSOLE=off')]);
    expect((await without.call('GET', '/console/jobs')).status).toBe(404);
    expect((await without.call('GET', '/console')).status).toBe(404);
    const home = await without.call('GET', '/', { headers: { accept: 'text/html' } });
    expect(home.headers.get('location')).toBe('/docs');
    const link = 'href="/console"';
    expect((await app.call('GET', '/docs')).text).toContain(link);
    expect((await without.call('GET', '/docs')).text).not.toContain(link);
    await without.close();
  });
});

describeWithBrowser(NAME, () => {
  let app: TestApp;
  let shown: ConsolePage;
  const startFailing = async (workflow: string): Promise<void> => {
    const tasks = { a1: stub('error', 'Do stub') };
    const automation = anEngineWorkflow(workflow, tasks, ['start a1', 'a1 end']);
    await app.as('admin', 'POST', '/automation-studio/automations', { body: { automation } });
    await app.as('admin', 'POST', '/operations-manager/jobs/start', { body: { workflow } });
  };
  beforeAll(async () => {
    buildConsole();
    app = await startApp('console');
    shown = await openConsole(app);
    await startFailing('Turn up a port');
    const plain = { username: 'nobody-special', password: 'a-long-password' };
    await anAccount(app.app, plain);
  });
  afterAll(async () => {
    await shown.close();
    await app.close();
  });
  beforeEach(() => {
    shown.complaints.length = 0;
  });

  it('asks whoever opens it to sign in, and says what was wrong', async () => {
    const { page } = shown;
    await page.context().clearCookies();
    await shown.open('/jobs');
    await shown.pictures('sign-in');
    expect(await shown.violations()).toEqual([]);
    await shown.signIn('admin', 'not the password');
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('User name').inputValue()).toBe('admin');
    expect(await page.getByLabel('Password').inputValue()).toBe('not the password');
    expect(await shown.violations()).toEqual([]);
    await shown.signIn();
    await page.locator('#content h1').waitFor();
    // Where somebody wanted to go is where they are.
    expect(await shown.title()).toBe('Jobs');
    expect(shown.complaints).toEqual([]);
  });

  it('shows at home what needs somebody, one step from where it is mended', async () => {
    const { page } = shown;
    // Only the latest events are shown at home.
    await startFailing('Light a fibre');
    await shown.enter();
    await page.getByText('no link').or(page.getByText('Light a fibre')).first().waitFor();
    await shown.pictures('home');
    expect(await shown.violations()).toEqual([]);
    await page.setViewportSize({ width: 1024, height: 768 });
    expect(await shown.tableOverflow()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'A job cannot go on by itself: Light a fibre' }).waitFor();
    await page.getByRole('link', { name: 'Light a fibre', exact: true }).click();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/console\/jobs\/.+/);
    await page.goBack();
    expect(await shown.title()).toBe('What needs you');
    await page.goForward();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await page.goBack();
    const own = new URL(app.url).host;
    const foreign = shown.requested.filter((url) => new URL(url).host !== own);
    expect(foreign.filter((url) => url.startsWith('http'))).toEqual([]);
    expect(shown.complaints).toEqual([]);
  });

  it('says when a screen cannot be loaded, and shows it once it can', async () => {
    const { page } = shown;
    await shown.enter('/');
    const module = /\/assets\/audit-[^/]*\.js$/;
    await page.route(module, (route) => route.abort());
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unroute(module);
    await again.click();
    await page.locator('#content h1').waitFor();
    expect(await shown.title()).toBe('Audit');
  });

  it('is gone through by keyboard alone', async () => {
    const { page } = shown;
    await shown.enter();
    await page.keyboard.press('g');
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Turn up a port' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await shown.violations()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('turn up');
    await page.getByRole('option', { name: 'workflow' }).waitFor();
    await page.getByRole('option', { name: 'Turn up a port job, error' }).waitFor();
    await page.getByRole('dialog').getByRole('combobox').fill('start job');
    await page.getByRole('option', { name: 'startJob operation', exact: true }).waitFor();
    await page.getByRole('dialog').getByRole('combobox').fill('turn up');
    await page.getByRole('option', { name: 'workflow' }).waitFor();
    await shown.pictures('find');
    expect(await shown.violations()).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Turn up a port', level: 1 }).waitFor();
  });

  it('keeps a screen under a session that has ended, until the same person is back', async () => {
    const { page } = shown;
    await shown.enter('/jobs');
    await page.getByLabel('Workflow contains').fill('turn');
    await page.context().clearCookies();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ timeout: 20_000 });
    expect(await shown.violations()).toEqual([]);
    await page.getByLabel('Password').fill('first-admin-password');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Workflow contains').inputValue()).toBe('turn');
    await shown.settled();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('knows in each tab who has signed in, and that the session has ended', async () => {
    const { page } = shown;
    await shown.enter('/jobs');
    const other = await page.context().newPage();
    await other.goto(`${app.url}/console/tasks`);
    await other.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('User name').waitFor();
    await other.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await other.getByLabel('Password').fill('first-admin-password');
    await other.keyboard.press('Enter');
    await other.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await other.locator('#content h1').textContent()).toBe('Tasks');
    await page.reload();
    await page.locator('#content h1').waitFor();
    await other.close();
  });

  it('has every control of every screen under the Tab key', async () => {
    const { page } = shown;
    await shown.enter();
    const unreached: string[] = [];
    for (const [path, title] of SCREENS) {
      await shown.go(path, title);
      const controls = await page.evaluate<number>(MARK_CONTROLS);
      for (let at = 0; at < controls; at += 1) await page.keyboard.press('Tab');
      const left = await page.evaluate<string[]>(UNREACHED_CONTROLS);
      unreached.push(...left.map((control) => `${path} ${control}`));
    }
    expect(unreached).toEqual([]);
  });

  it('shows whoever holds no role what is missing', async () => {
    const { page } = shown;
    await shown.enter('', 'nobody-special', 'a-long-password');
    expect(await page.getByText('You may not see this').count()).toBeGreaterThan(3);
    // What explain says of the reader himself.
    await page
      .getByText(/\brole/i)
      .first()
      .waitFor();
    await shown.pictures('home-without-roles');
    expect(await shown.violations()).toEqual([]);
  });

  it.each(
    [
      ...walkLength<readonly RoleName[]>(['admin', 'readonly'], ROLE_NAMES).map((role) => [role]),
      ['operator', 'support'],
    ].map((roles) => ({ roles })),
  )(
    'sends whoever holds $roles nothing that would be refused, and says what is missing',
    async ({ roles }) => {
      const { page } = shown;
      const username = `holder of ${roles.join(' and ')}`;
      await anAccount(app.app, {
        username,
        password: 'a-long-password',
        roles: roles.map((name) => ({ provenance: 'platform', name })),
      });
      const refused: string[] = [];
      const note = (answer: Response): unknown =>
        answer.status() === 403 && refused.push(answer.url());
      page.on('response', note);
      await shown.enter('', username, 'a-long-password');
      const unsaid: string[] = [];
      for (const [path, title] of SCREENS) {
        await shown.go(path, title);
        const silent = page.locator('button[type=button][aria-disabled=true]:not([title])');
        if ((await silent.count()) > 0) unsaid.push(path);
      }
      page.off('response', note);
      expect([refused, unsaid, shown.complaints]).toEqual([[], [], []]);
    },
  );

  it('says where a document is wrong, compares its versions, and goes back to one', async () => {
    const { page } = shown;
    const broken = { name: 'Broken', incoming: [], outgoing: [], functions: [] };
    const steps = [{ id: 1, type: 'method', library: 'no', method: 'none' }];
    await app.as('admin', 'POST', '/content/import', {
      body: { documents: [{ ...broken, steps }] },
    });
    await shown.enter('/documents?name=Broken');
    await page.getByRole('link', { name: 'Broken' }).click();
    await page
      .getByRole('region', { name: 'Problems' })
      .getByRole('cell', { name: /steps/ })
      .first()
      .waitFor();
    const template = { name: 'Greeting', group: 'x', command: '', data: '', type: 'jinja2' };
    const { json } = await app.as<{ created: { _id: string } }>(
      ...(['admin', 'POST', '/automation-studio/templates'] as const),
      { body: { template: { ...template, template: 'hello' } } },
    );
    const { _id: id } = json.created;
    const path = `/automation-studio/templates/${id}`;
    await app.as('admin', 'PUT', path, {
      body: { update: { ...template, template: 'good night' } },
    });
    await shown.open(`/documents?show=templates&document=${id}`);
    await shown.compareVersions('hello', 'good night');
    await shown.pictures('document-versions');
    expect(await shown.violations()).toEqual([]);
    await shown.restoreVersion();
    await page.getByRole('region', { name: 'Document' }).getByText('"hello"').waitFor();
  });

  it('shows when each task ran, nights in which nothing did, and what happened', async () => {
    const { page } = shown;
    const calls = { a1: stub('success', 'Read the modules'), b2: stub('error', 'Reload') };
    const automation = anEngineWorkflow('Reload', calls, ['start a1', 'a1 b2', 'b2 end']);
    await app.as('admin', 'POST', '/automation-studio/automations', { body: { automation } });
    const jobs = '/operations-manager/jobs';
    const body = { workflow: 'Reload' };
    const started = await app.as<{ data: { _id: string } }>('admin', 'POST', `${jobs}/start`, {
      body,
    });
    const { _id: id } = started.json.data;
    const { models } = app.app.get<Connection>(getConnectionToken(), { strict: false });
    // As if the second task had been tried after a night.
    const earlier = (field: string): object => ({ $subtract: [field, NIGHT_MS] });
    await models['JobTask']?.collection.updateOne({ jobId: id, task: 'a1' }, [
      { $set: { startedAt: earlier('$startedAt'), endedAt: earlier('$endedAt') } },
    ]);
    await shown.enter(`/jobs/${id}`);
    await page.getByRole('link', { name: 'Timeline' }).click();
    const timeline = page.getByRole('region', { name: 'Timeline of the job' });
    await timeline.getByText('idle 6 h', { exact: true }).waitFor();
    expect(await timeline.locator('li button .one-line').allTextContents()).toEqual([
      ...['Read the modules', 'Reload'],
    ]);
    expect(await timeline.locator('svg .bar.good, svg .bar.bad').count()).toBe(2);
    await shown.pictures('job-timeline');
    expect(await shown.violations()).toEqual([]);
    await timeline.getByRole('button', { name: 'Read the modules' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Read the modules', level: 2 }).waitFor();
    // What is chosen is so in each view.
    await page.getByRole('link', { name: 'Events', exact: true }).last().click();
    const events = page.getByRole('region', { name: 'Events of the job' });
    await events.waitFor();
    expect(new URL(page.url()).search).toBe('?show=events&task=a1');
    expect(await events.locator('tbody tr').allTextContents()).toEqual([
      expect.stringMatching(/^Reload. error.*platform$/),
      expect.stringMatching(/^Reload. started/),
      expect.stringMatching(/^The job. started/),
      expect.stringMatching(/^Read the modules. success/),
      expect.stringMatching(/^Read the modules. started/),
    ]);
    expect(await shown.violations()).toEqual([]);
    // Each press counts, however soon it follows another.
    for (const key of ['j', 'j', 'j']) await page.keyboard.press(key);
    expect(await page.locator(':focus').textContent()).toBe('Read the modules');
    for (const key of ['k', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Reload', level: 2 }).waitFor();
    expect(new URL(page.url()).search).toBe('?show=events&task=b2');
    // Of a job of many runs, what is not drawn yet comes as somebody goes on.
    const runs = models['JobTask']?.collection;
    const last = await runs?.findOne({ jobId: id, task: 'b2' });
    const more = Array.from({ length: 600 }, (_, at) => ({ ...last, number: at + 2 }));
    await runs?.insertMany(more.map((run) => ({ ...run, _id: `${id} ${run.number}` as never })));
    await page.getByRole('link', { name: 'Timeline' }).click();
    await page.reload();
    await timeline.getByText('Show more of 502 rows').waitFor();
    expect(await timeline.getByText('Reload, run 600').count()).toBe(0);
    await eventually(
      async () => {
        await page.evaluate(`document.querySelector('.timeline .more')?.scrollIntoView()`);
        return timeline.getByRole('listitem').count();
      },
      (rows) => rows === 603,
    );
  });

  it('events come in while somebody looks', async () => {
    const { page } = shown;
    await shown.enter('/events');
    await page.getByText('live').waitFor();
    await app.as('admin', 'POST', '/authorization/groups', {
      body: { group: { name: 'watchers <b>1</b>' } },
    });
    await page.getByText('watchers <b>1</b>').first().waitFor();
    await page.getByRole('table').getByRole('button').first().click();
    await page.getByRole('region', { name: 'Payload' }).waitFor();
    expect(new URL(page.url()).search).toMatch(/event=\d+/);
    await shown.pictures('events');
    expect(await shown.violations()).toEqual([]);
  });

  it('is used on a phone', async () => {
    const { page } = shown;
    await shown.enter();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await shown.overflow()).toBe(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await shown.violations()).toEqual([]);
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByRole('link', { name: 'Turn up a port' }).click();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    expect(await shown.overflow()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('ends the session when somebody signs out', async () => {
    const { page } = shown;
    await shown.enter('/jobs');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('User name').waitFor();
    await page.goBack();
    await page.getByLabel('User name').waitFor();
    expect(await page.getByText('Turn up a port').count()).toBe(0);
  });
});
