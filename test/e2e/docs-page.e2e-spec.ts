import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BROWSER, type OpenBrowser, openBrowser } from '../support/browser.js';
import { startApp, type TestApp } from '../support/start-app.js';

const NAME =
  BROWSER === undefined ? 'the docs page (skipped: no Chromium is installed)' : 'the docs page';
const describeWithBrowser = BROWSER === undefined ? describe.skip : describe;

describeWithBrowser(NAME, () => {
  let app: TestApp;
  let browser: OpenBrowser;
  beforeAll(async () => {
    app = await startApp('docs-page');
    browser = await openBrowser(BROWSER ?? '');
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  it('signs in, calls operation 3 with equals, and asks nobody but this server', async () => {
    const { page, requested } = browser;
    await page.goto(`${app.url}/docs`);
    await page.fill('input[name=username]', 'admin');
    await page.fill('input[name=password]', 'first-admin-password');
    await page.click('#sign-in button');
    await page.locator('#signed-in:not(:empty)').waitFor();
    expect(await page.textContent('#signed-in')).toBe('Signed in as admin');

    // Of a long list the page holds what can be seen.
    await page.fill('.operation-filter-input', 'Artifacts');
    const operation = page.locator('#operations-Artifacts-listInstalledArtifacts');
    await operation.locator('.opblock-summary-control').click();
    const value = operation.locator('.parameters textarea');
    await value.fill('{"limit": 5, "equals": {"name": "@acme/absent"}}');
    await operation.locator('button.execute').click();
    const status = operation.locator('.live-responses-table .response-col_status').last();
    await status.waitFor();
    expect((await status.textContent())?.trim()).toMatch(/^200/);
    const shown = await operation
      .locator('.live-responses-table .microlight')
      .first()
      .textContent();
    expect(JSON.parse(shown ?? '')).toEqual({ packages: [], total: 0 });

    const calls = requested.filter((url) => url.includes('/admin/artifacts'));
    expect(calls).toHaveLength(1);
    expect(decodeURIComponent(calls[0] ?? '')).toContain('@acme/absent');
    const own = new URL(app.url).host;
    const foreign = requested.filter((url) => /^https?:/.test(url) && new URL(url).host !== own);
    expect(foreign).toEqual([]);
  });

  it('says so when the password is wrong', async () => {
    const { page } = browser;
    await page.goto(`${app.url}/docs`);
    await page.fill('input[name=username]', 'admin');
    await page.fill('input[name=password]', 'not the password');
    await page.click('#sign-in button');
    await page.locator('#signed-in:not(:empty)').waitFor();
    expect(await page.textContent('#signed-in')).not.toContain('Signed in');
  });
});
