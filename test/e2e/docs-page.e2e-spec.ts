import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import axe from 'axe-core';
import { type Page } from 'playwright-core';
import { REQUEST_EXAMPLES } from '../../src/api/operations/examples/request-examples.js';
import { BUILT_OPERATIONS } from '../../src/api/operations/operations.js';
import { BROWSER, type OpenBrowser, openBrowser } from '../support/browser.js';
import { startApp, type TestApp } from '../support/start-app.js';

const NAME =
  BROWSER === undefined ? 'the docs page (skipped: no Chromium is installed)' : 'the docs page';
const describeWithBrowser = BROWSER === undefined ? describe.skip : describe;

/** Rules of accessibility that the page breaks, with the elements that do. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<readonly string[]>(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html.slice(0, 120))))`);
}

describeWithBrowser(NAME, () => {
  let app: TestApp;
  let browser: OpenBrowser;
  let page: Page;
  beforeAll(async () => {
    app = await startApp('docs-page');
    browser = await openBrowser(BROWSER ?? '');
    page = browser.page;
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  const complaints: string[] = [];
  beforeEach(async () => {
    complaints.length = 0;
    await page.goto('about:blank');
    page.removeAllListeners('console');
    page.removeAllListeners('pageerror');
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (line) => {
      if (line.type() === 'error') complaints.push(line.text());
    });
    await page.goto(`${app.url}/docs`);
    await page.locator('body.is-ready').waitFor();
  });

  const shown = () => page.locator('.operation:not([hidden])');
  const shownIds = () =>
    page.evaluate<readonly string[]>(
      "[...document.querySelectorAll('.operation:not([hidden])')].map(({ id }) => id)",
    );
  const idsFor = async (query: string) => {
    await page.fill('#search', query);
    return shownIds();
  };
  const signIn = async (password = 'first-admin-password') => {
    await page.fill('input[name=username]', 'admin');
    await page.fill('input[name=password]', password);
    await page.click('#sign-in button');
    await page.locator('#signed-in:not(:empty)').waitFor();
  };
  /** The operation that holds what has the focus. */
  const focused = () =>
    page.evaluate<string | null>("document.activeElement?.closest('details')?.id ?? null");
  const open = async (id: string) => {
    const operation = page.locator(`#${id}`);
    await operation.locator('summary').first().click();
    return operation;
  };

  it('shows all operations in groups, without a word on the console', async () => {
    const ids = await shownIds();
    expect(ids.toSorted()).toEqual([...BUILT_OPERATIONS].toSorted());
    expect(await page.locator('.group h2').count()).toBeGreaterThan(20);
    expect(await page.locator('#groups a').count()).toBe(await page.locator('.group').count());
    expect(complaints).toEqual([]);
  });

  it.each([
    ['BACKUPS', 'searchBackups'],
    ['/operations-manager/JOBS/start', 'startJob'],
    ['post prebuilts import', 'importPrebuilt'],
    ['startjob', 'startJob'],
    ['start job', 'startJob'],
    ['picture of a job', 'getJobGraph'],
  ])('finds by %j, whatever the case and the order of words', async (query, id) => {
    const ids = await idsFor(query);
    expect(ids).toContain(id);
    expect(ids.length).toBeLessThan(BUILT_OPERATIONS.length / 4);
    expect(await page.textContent('#found')).toMatch(`${ids.length} of ${BUILT_OPERATIONS.length}`);
  });

  it('shows the best first in one list, and each in its group again without a query', async () => {
    const before = await shownIds();
    expect((await idsFor('cancel a job'))[0]).toBe('cancelJobs');
    expect(await page.locator('.group:not([hidden])').count()).toBe(0);
    await page.locator('#groups a').first().click();
    await page.locator('.group:not([hidden])').first().waitFor();
    expect(await page.inputValue('#search')).toBe('');
    expect(await shownIds()).toEqual(before);
  });

  it('says so when nothing is found, or not all words', async () => {
    expect(await idsFor('xyzzy')).toEqual([]);
    expect(await page.textContent('#found')).toContain('No operation holds any');
    expect(await idsFor('cancel xyzzy')).toContain('cancelJobs');
    expect(await page.textContent('#found')).toBe(
      'No operation holds all these words; these hold most of them',
    );
  });

  it('says who is admitted and keeps problems in one line', async () => {
    const operation = await open('startJob');
    expect(await operation.locator('.admits').textContent()).toMatch(/the roles admin, apiwrite/);
    const problems = operation.locator('details.problems');
    expect(await problems.locator('li').count()).toBe(0);
    expect(await problems.locator('summary').textContent()).toContain('404');
    await problems.locator('summary').click();
    await problems.locator('li').nth(5).waitFor();
  });

  it('signs in, calls operation 3 with equals, and asks nobody but this server', async () => {
    await signIn();
    expect(await page.textContent('#signed-in')).toBe('Signed in as admin');
    const operation = await open('listInstalledArtifacts');
    await operation
      .locator('[id$="-queryOptions"]')
      .fill('{"limit": 5, "equals": {"name": "@acme/absent"}}');
    await operation.locator('button[type=submit]').click();
    const status = operation.locator('.status');
    await status.waitFor();
    expect(await status.textContent()).toMatch(/^200/);
    await operation.locator('.shown code:not(:empty)').waitFor();
    const text = await operation.locator('.shown').textContent();
    expect(JSON.parse(text ?? '')).toEqual({ packages: [], total: 0 });

    const calls = browser.requested.filter((url) => url.includes('/admin/artifacts'));
    expect(calls).toHaveLength(1);
    expect(decodeURIComponent(calls[0] ?? '')).toContain('[equals][name]=@acme/absent');
    const own = new URL(app.url).host;
    const foreign = browser.requested.filter(
      (url) => /^https?:/.test(url) && new URL(url).host !== own,
    );
    expect(foreign).toEqual([]);
    await page.click('#sign-out');
  });

  it('sends the example of a body, and shows what was refused', async () => {
    await signIn();
    const operation = await open('startJob');
    expect(JSON.parse(await operation.locator('textarea').last().inputValue())).toEqual(
      REQUEST_EXAMPLES.startJob,
    );
    await operation.locator('button[type=submit]').click();
    await operation.locator('.shown code:not(:empty)').waitFor();
    expect(await operation.locator('.status').textContent()).toMatch(/^404/);
    expect(await operation.locator('.shown').textContent()).toContain('Announce a change');
    await page.click('#sign-out');
  });

  it('keeps the sign-in over a reload, until somebody signs out', async () => {
    await signIn();
    const token = await page.evaluate<string | null>("sessionStorage.getItem('netadmin-token')");
    await page.reload();
    await page.locator('#signed-in:not(:empty)').waitFor();
    await page.check('#mine');
    await page.locator('body.is-ready').waitFor();
    expect(await shown().count()).toBeGreaterThan(200);
    await page.click('#sign-out');
    await page.locator('#sign-in').waitFor();
    await page.reload();
    await page.locator('body.is-ready').waitFor();
    expect(await page.textContent('#signed-in')).toBe('');
    expect((await app.call('GET', '/whoami', { token: token ?? '' })).status).toBe(401);
  });

  it('says so when the password is wrong', async () => {
    await signIn('not the password');
    expect(await page.textContent('#signed-in')).not.toContain('Signed in');
    expect(await page.locator('#sign-in').isVisible()).toBe(true);
  });

  it('opens the operation that the address names', async () => {
    await page.goto(`${app.url}/docs#getJobGraph`);
    await page.reload();
    const form = page.locator('#getJobGraph form');
    await form.waitFor();
    expect(await focused()).toBe('getJobGraph');
  });

  it('is used by keyboard alone', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('picture of a job');
    expect(await page.locator('#getJobGraph').isVisible()).toBe(true);
    // Links of the groups come between.
    for (let step = 0; step < 80 && (await focused()) === null; step += 1) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.locator('.operation[open] form').waitFor();
    expect(await page.locator('.operation[open]').getAttribute('id')).toBe(await focused());
  });

  it('shares the choice of colours with the console', async () => {
    await page.evaluate("localStorage.setItem('theme', 'system')");
    await page.reload();
    await page.locator('body.is-ready').waitFor();
    expect(await page.inputValue('#theme')).toBe('system');
    await page.evaluate("localStorage.removeItem('theme')");
  });

  it.each(['light', 'dark'])('breaks no rule of accessibility in %s colours', async (theme) => {
    await page.selectOption('#theme', theme);
    await page.reload();
    await page.locator('body.is-ready').waitFor();
    for (const id of ['startJob', 'listInstalledArtifacts', 'login']) {
      const operation = await open(id);
      await operation.locator('details.problems summary').click();
    }
    const ground = await page.evaluate<string>(
      'getComputedStyle(document.documentElement).backgroundColor',
    );
    expect(ground).toBe(theme === 'dark' ? 'rgb(21, 24, 29)' : 'rgb(255, 255, 255)');
    expect(await violations(page)).toEqual([]);
  });
});
