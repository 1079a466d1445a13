import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER } from '../support/browser.js';
import { buildConsole, type ConsolePage, openConsole } from '../support/console-page.js';
import { CuttingProxy } from '../support/cutting-proxy.js';
import { eventually } from '../support/eventually.js';
import {
  ACCESS_FORM,
  aPortWorkflow,
  ASKING,
  ASKING_BY_FORM,
  ASKING_OFTEN,
  HOSTILE,
  LONG,
  READING_A_DEVICE,
  SPELT,
  SPITEFUL,
} from '../support/factories/console-workflows.js';
import { startApp, type TestApp } from '../support/start-app.js';

const NAME =
  BROWSER === undefined
    ? 'the screens of the console (skipped: no Chromium is installed)'
    : 'the screens of the console';
const describeWithBrowser = BROWSER === undefined ? describe.skip : describe;
const JOBS = '/operations-manager/jobs';

describeWithBrowser(NAME, () => {
  let app: TestApp;
  let shown: ConsolePage;
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const { status, text, json } = await app.as<T>('admin', 'POST', path, { body });
    if (status >= 400) throw new Error(text);
    return json;
  };
  const start = async (workflow: string, description = ''): Promise<string> => {
    const wanted = { workflow, options: { description } };
    const { data } = await post<{ data: { _id: string } }>(`${JOBS}/start`, wanted);
    return data._id;
  };
  const statusOf = async (id: string): Promise<string> => {
    const { json } = await app.as<{ data: { status: string } }>('admin', 'GET', `${JOBS}/${id}`);
    return json.data.status;
  };
  const becomes = (id: string, wanted: string): Promise<string> =>
    eventually(
      () => statusOf(id),
      (status) => status === wanted,
    );
  /** A job that has failed. */
  const failed = async (workflow = 'Turn up a port'): Promise<string> => {
    const id = await start(workflow);
    await becomes(id, 'error');
    return id;
  };

  beforeAll(async () => {
    buildConsole();
    app = await startApp('console-screens');
    shown = await openConsole(app);
    const asking = [ASKING, ASKING_OFTEN, ASKING_BY_FORM];
    for (const automation of [aPortWorkflow(), ...asking, SPITEFUL, READING_A_DEVICE]) {
      await post('/automation-studio/automations', { automation });
    }
    await app.as('admin', 'PUT', '/configuration_manager/devices/core-2', {
      body: { host: '127.0.0.1', port: 1, type: 'cisco-ios', username: 'u', password: 'p' },
    });
    await shown.enter();
  });
  afterAll(async () => {
    await shown.close();
    await app.close();
  });
  afterEach(({ task }) => {
    const complaints = shown.complaints.splice(0);
    if (complaints.length > 0) throw new Error(`${task.name}: ${complaints.join('\n')}`);
  });

  describe('a failed job', () => {
    it('shows what failed first, in the words of the task', async () => {
      const { page } = shown;
      await shown.open(`/jobs/${await failed()}`);
      expect(await page.getByRole('alert').textContent()).toContain('line protocol is down');
      expect(await page.locator('.task-list li').first().textContent()).toContain('Push the conf');
      expect(await page.getByRole('region', { name: 'Error' }).textContent()).toContain('is down');
      // The moment itself, in the zone of whoever looks.
      const began = page.locator('.page-head time');
      expect(await began.getAttribute('title')).toMatch(/^\d.* \d\d:\d\d:\d\d (UTC|GMT|CE)/);
      await shown.pictures('job');
      expect(await shown.violations()).toEqual([]);
    });

    it('is skipped past in two keys', async () => {
      const { page } = shown;
      const id = await failed();
      await shown.open(`/jobs/${id}`);
      await page.getByRole('button', { name: 'Skip task' }).waitFor();
      await page.keyboard.press('s');
      expect(await shown.violations()).toEqual([]);
      await page.keyboard.press('Enter');
      await page.locator('.page-head .status.good').waitFor();
      expect(await statusOf(id)).toBe('complete');
    });

    it('is tried again in two keys', async () => {
      const { page } = shown;
      const id = await failed();
      await shown.open(`/jobs/${id}`);
      await page.getByRole('button', { name: 'Retry' }).waitFor();
      await page.keyboard.press('r');
      await page.keyboard.press('Enter');
      await page.getByText('Retry: the job has failed again').waitFor();
      await page.getByRole('heading', { name: 'Its runs' }).waitFor();
      await page.locator('.inspector details').nth(1).waitFor();
      expect(await page.locator('.inspector summary').last().textContent()).toContain('Run 2');
    });

    it('is not touched when somebody thinks better of it', async () => {
      const { page } = shown;
      const id = await failed();
      await shown.open(`/jobs/${id}`);
      await page.getByRole('button', { name: 'Cancel job' }).waitFor();
      await page.keyboard.press('x');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await statusOf(id)).toBe('error');
    });

    it('is three clicks from home to the line that broke it', async () => {
      const { page } = shown;
      await failed();
      await shown.open();
      await page.getByRole('link', { name: 'Turn up a port', exact: true }).first().click();
      await page.locator('.task-list').getByRole('button', { name: 'Read the interfaces' }).click();
      await page.getByLabel('Lines of Output with').click();
      await page.keyboard.type('err-dis');
      const output = page.getByRole('region', { name: 'Output' });
      await output.locator('.line').first().waitFor();
      expect(await output.textContent()).toContain('Gi0/41 is err-disabled');
    });

    it('goes on by its workflow as it was corrected, once it was shown what changes', async () => {
      const { page } = shown;
      const name = 'Turn up a corrected port';
      await post('/automation-studio/automations', { automation: aPortWorkflow(name) });
      const id = await failed(name);
      const path = `/automation-studio/automations/${encodeURIComponent(name)}`;
      const update = aPortWorkflow(name, 'success');
      await app.as('admin', 'PUT', path, { body: { update } });
      await shown.open(`/jobs/${id}`);
      const open = page.getByRole('button', { name: 'Move to the present version …' });
      await open.waitFor();
      await page.keyboard.press('v');
      const dialog = page.getByRole('dialog', { name: `Move to the present version of ${name}` });
      await dialog.getByRole('button', { name: 'Show what changes' }).click();
      await dialog
        .getByRole('row', { name: 'Push the configuration is another one runs as it is now' })
        .waitFor();
      const differs = dialog.getByRole('region', {
        name: 'What differs in Push the configuration',
      });
      await differs.getByRole('row', { name: '#/variables/incoming/' }).first().waitFor();
      expect(await shown.violations()).toEqual([]);
      await dialog.getByRole('button', { name: 'Move exactly so' }).click();
      await dialog.getByText('retry it, or continue after a task').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await open.click();
      await dialog.getByRole('button', { name: 'Show what changes' }).click();
      await dialog.getByRole('status').getByText('by the present version already').waitFor();
      const again = dialog.getByRole('button', { name: 'Move exactly so' });
      expect(await again.getAttribute('aria-disabled')).toBe('true');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.keyboard.press('r');
      await page.keyboard.press('Enter');
      await page.locator('.page-head .status.good').waitFor();
    });

    it('leads to the device that its task spoke to', async () => {
      const { page } = shown;
      const name = 'Read a core switch';
      const automation = { ...READING_A_DEVICE, name };
      await post('/automation-studio/automations', { automation });
      await shown.open(`/jobs/${await failed(name)}`);
      await page.getByRole('alert').getByRole('link', { name: 'Device core-2' }).click();
      await page.getByRole('heading', { name: 'core-2', level: 1 }).waitFor();
      await shown.open('/jobs?name=Read');
      const row = page.getByRole('row', { name });
      // It has stopped, so that its time stands still.
      const took = await row.locator('[data-title=Took]').textContent();
      await page.waitForResponse((answer) => answer.url().includes('/jobs?'));
      expect(await row.locator('[data-title=Took]').textContent()).toBe(took);
    });

    it('leads to the line of the output that matters', async () => {
      const { page } = shown;
      await shown.open(`/jobs/${await failed()}`);
      await page.locator('.task-list').getByRole('button', { name: 'Read the interfaces' }).click();
      expect(new URL(page.url()).search).toBe('?task=a1');
      await page.getByLabel('Lines of Output with').fill('ERR-DIS');
      const output = page.getByRole('region', { name: 'Output' });
      await output.getByText('err-disabled').waitFor();
      expect(await output.textContent()).not.toContain('Gi0/40 ');
      await page.reload();
      await page.getByRole('heading', { name: 'Read the interfaces' }).waitFor();
    });
  });

  it('follows a job that goes on, without being asked', async () => {
    const { page } = shown;
    const id = await start('Upgrade a switch');
    await shown.open(`/jobs/${id}`);
    await page.locator('.page-head .status.busy').waitFor();
    await post(`${JOBS}/cancel`, { jobIds: [id] });
    await page.locator('.page-head').getByText('canceled').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel job' }).count()).toBe(0);
  });

  it('goes on watching a job when the node that it watches goes away', async () => {
    const { page } = shown;
    const proxy = new CuttingProxy([app.url]);
    const address = await proxy.start();
    const id = await start('Upgrade a switch');
    const followed = page.waitForResponse((answer) => answer.url().endsWith('/follow'));
    await page.goto(`${address}/console/jobs/${id}`);
    await page.locator('.page-head .status.busy').waitFor();
    await followed;
    proxy.cutAll();
    await post(`${JOBS}/cancel`, { jobIds: [id] });
    await page.locator('.page-head').getByText('canceled').waitFor();
    expect(proxy.cuts).toBeGreaterThan(0);
    const task = page.locator('.task-list li', { hasText: 'Approve the upgrade' });
    expect(await task.count()).toBe(1);
    // Nothing asks a node that is gone while the next test runs.
    await shown.open('/jobs');
    await proxy.stop();
    // What the browser says of the connection that was cut.
    const complaints = shown.complaints.splice(0);
    expect(complaints.filter((text) => !text.includes('net::ERR_'))).toEqual([]);
  });

  it('shows hostile names and outputs as text', async () => {
    const { page } = shown;
    await failed(HOSTILE);
    await shown.open('/jobs');
    await page.getByRole('link', { name: SPELT }).first().click();
    await page.getByRole('heading', { name: SPELT, level: 1 }).waitFor();
    await page.getByRole('heading', { name: '<b>bold</b> task' }).waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('<script>alert(2)</script>');
    await page.locator('.task-list').getByRole('button', { name: 'A long line' }).click();
    // It is longer than what comes with the job: read in parts, searched to its end, and downloaded whole.
    const output = page.getByRole('region', { name: 'Output: response' });
    await output.getByRole('button', { name: /^Show more of/ }).waitFor();
    expect(await shown.overflow()).toBe(0);
    expect((await output.textContent())?.length).toBeLessThan(LONG.length / 2);
    await page.getByLabel('Lines of Output: response with').fill('LAST LINE');
    await output.getByText('the last line').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download Output: response' }).click(),
    ]);
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toEqual({
      text: `${LONG}\nthe last line`,
    });
    expect(await page.locator('main img, main b, main script').count()).toBe(0);
    await shown.open(`/workflows/${encodeURIComponent(HOSTILE)}`);
    await page.getByRole('heading', { name: SPELT, level: 1 }).waitFor();
  });

  describe('the list of jobs', () => {
    it('is narrowed by what its address says, and goes back and forward', async () => {
      const { page } = shown;
      await failed();
      await start('Upgrade a switch');
      await shown.open('/jobs?status=error&name=turn');
      await page.getByRole('link', { name: 'Turn up a port' }).first().waitFor();
      expect(await page.getByRole('link', { name: 'Upgrade a switch' }).count()).toBe(0);
      await page.getByLabel('error').uncheck();
      await page.waitForURL((url) => url.search === '?name=turn');
      await page.getByLabel('Workflow contains').fill('no such name');
      await page.getByText('No jobs').waitFor();
      expect(await shown.violations()).toEqual([]);
    });

    it('cancels those that are ticked, after it has said how many', async () => {
      const { page } = shown;
      const ids = [await failed(), await failed()];
      await shown.open('/jobs?status=error');
      for (const id of ids) await page.getByLabel(`Tick ${id}`).check();
      await shown.pictures('jobs');
      expect(await shown.violations()).toEqual([]);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Cancel 2 jobs' }).click();
      await page.getByText('Cancel: 2 jobs').waitFor();
      expect(await Promise.all(ids.map(statusOf))).toEqual(['canceled', 'canceled']);
    });
  });

  it('lets a person answer a task, and its job goes on', async () => {
    const { page } = shown;
    const id = await start('Upgrade a switch', 'core-1, tonight');
    await shown.open('/tasks');
    await page.getByRole('row', { name: 'Approve the upgrade Upgrade a switch core-1' }).waitFor();
    expect(await shown.violations()).toEqual([]);
    await shown.pictures('tasks');
    await shown.open();
    await page.getByRole('row', { name: 'Approve the upgrade Upgrade a switch core-1' }).waitFor();
    await shown.open('/jobs');
    await page.getByRole('link', { name: 'Upgrade a switch core-1, tonight' }).click();
    await page.getByRole('link', { name: 'Answer it' }).click();
    await page.getByRole('heading', { name: 'Upgrade core-1?' }).waitFor();
    await shown.pictures('task');
    expect(await shown.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Assign …' }).click();
    await page.getByLabel('Account').fill('no such person');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('#/assignee', { exact: true }).waitFor();
    await page.getByLabel('Account').fill('admin');
    await page.keyboard.press('Enter');
    await page.getByText('admin has it').waitFor();
    await page.getByRole('button', { name: 'Put back' }).click();
    await page.getByText('nobody has it').waitFor();
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await page.getByText('Done: its job goes on').waitFor();
    await becomes(id, 'complete');
  });

  it('shows fields and choices of a form as what is typed asks for them', async () => {
    const { page } = shown;
    const ports = [{ $id: 'p', title: 'Port 7', type: 'string' }];
    const alpha = { name: 'alpha', incoming: ports, outgoing: [], steps: [], functions: [] };
    await post('/content/import', { documents: [alpha] });
    await post('/json-forms/forms', ACCESS_FORM);
    const id = await start('Open an access');
    await shown.open(`/jobs/${id}`);
    await page.getByRole('region', { name: 'Input' }).waitFor();
    // Where its answer shall go is no answer.
    expect(await page.getByRole('region', { name: 'Output' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Answer it' }).click();
    await page.getByText('Needs an answer at /host').waitFor();
    expect(await page.getByLabel('Speed').count()).toBe(0);
    await page.getByLabel('Host').fill('alpha');
    await page.getByRole('combobox', { name: 'slot' }).selectOption('Port 7');
    await page.getByLabel('Way').selectOption('serial');
    await page.getByLabel('Speed').selectOption('9600');
    await page.getByLabel('Way').selectOption('ssh');
    await page.getByLabel('Speed').waitFor({ state: 'detached' });
    await page.getByLabel('Way').selectOption('serial');
    expect(await page.getByLabel('Speed').inputValue()).toBe('9600');
    await shown.pictures('task-form');
    expect(await shown.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Done: its job goes on').waitFor();
    await becomes(id, 'complete');
    const { json } = await app.as<{ data: { variables: object } }>('admin', 'GET', `${JOBS}/${id}`);
    expect(json.data.variables).toMatchObject({
      answers: { host: 'alpha', slot: 'Port 7', way: 'serial', speed: 9600 },
    });
  });

  it('leads to each of several tasks that wait at once', async () => {
    const { page } = shown;
    const id = await start('Upgrade all switches');
    await shown.open(`/jobs/${id}`);
    const waiting = page.locator('.waiting').getByRole('link');
    await waiting.nth(2).waitFor();
    expect((await waiting.allTextContents()).sort()).toEqual([
      'Approve the upgrade (Upgrade a switch, 1 in the loop)',
      'Approve the upgrade (Upgrade a switch, 2 in the loop)',
      'Tell the others',
    ]);
    await shown.pictures('job-waiting');
    expect(await shown.violations()).toEqual([]);
    for (const left of [2, 1, 0]) {
      await waiting.first().click();
      await page.locator('button.primary').click();
      await page.getByText('Done: its job goes on').waitFor();
      await shown.open(`/jobs/${id}`);
      if (left > 0) await waiting.nth(left).waitFor({ state: 'detached' });
    }
    await becomes(id, 'complete');
  });

  it('says that a workflow was changed meanwhile, and loads it when that is wanted', async () => {
    const { page } = shown;
    const name = 'Changed by night';
    const path = `/automation-studio/automations/${encodeURIComponent(name)}`;
    const automation = { ...READING_A_DEVICE, name, description: 'as it was' };
    await post('/automation-studio/automations', { automation });
    const followed = page.waitForResponse((answer) => answer.url().includes('/events/stream'));
    await shown.open(`/workflows/${encodeURIComponent(name)}`);
    await followed;
    const update = { ...automation, description: 'as it is' };
    await app.as('admin', 'PUT', path, { body: { update } });
    await page.getByRole('status').getByText('This has changed.').waitFor();
    expect(await page.locator('.note').textContent()).toBe('as it was');
    expect(await shown.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Load the new version' }).click();
    await page.locator('.note', { hasText: 'as it is' }).waitFor();
    await page.getByText('This has changed.').waitFor({ state: 'detached' });
    await app.as('admin', 'DELETE', path);
    await page.getByText('This has been deleted').waitFor();
  });

  it('starts a workflow by its form, which says at its fields what was wrong', async () => {
    const { page } = shown;
    await shown.open('/workflows');
    await shown.pictures('workflows');
    await page.getByRole('link', { name: 'Turn up a port' }).click();
    await page.getByRole('button', { name: 'Start …' }).waitFor();
    await shown.pictures('workflow');
    expect(await shown.violations()).toEqual([]);
    await page.keyboard.press('s');
    await page.getByLabel('vlan').fill('many');
    await page.keyboard.press('Enter');
    await page.getByText('This is needed').waitFor();
    await page.getByText('This is no number').waitFor();
    expect(await page.getByLabel('vlan').inputValue()).toBe('many');
    await page.getByLabel('vlan').fill('1.5');
    await page.getByLabel('Device').fill('core-1');
    await page.keyboard.press('Enter');
    await page.getByText('#/options/variables/vlan').first().waitFor();
    expect(await shown.violations()).toEqual([]);
    await page.getByLabel('vlan').fill('10');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/jobs\//);
    await page.getByRole('heading', { name: 'Turn up a port', level: 1 }).waitFor();
  });

  it('tries a workflow out: tasks answer as its test run says', async () => {
    const { page } = shown;
    await shown.open(`/workflows/${encodeURIComponent('Read a device')}`);
    await page.getByRole('button', { name: 'Test run …' }).waitFor();
    await page.keyboard.press('t');
    const mocks = page.getByRole('dialog').getByLabel('What tasks answer');
    // The task that speaks to a device is proposed, and named.
    expect(JSON.parse(await mocks.inputValue())).toEqual({ a1: { finish: 'success', output: {} } });
    await page.getByText('a1 is Back up the switch').waitFor();
    expect(await shown.violations()).toEqual([]);
    await mocks.fill('{"zz": {}}');
    await page.getByRole('button', { name: 'Test run', exact: true }).click();
    await page.getByText('#/options/mocks/zz', { exact: true }).waitFor();
    await mocks.fill('{"a1": {"output": "what a device would say"}}');
    await page.getByRole('button', { name: 'Test run', exact: true }).click();
    await page.waitForURL(/\/console\/jobs\//);
    await page.locator('.page-head .note').getByText('Test run').waitFor();
    await page.locator('.page-head .status.good').waitFor();
    await page.locator('.task-list').getByRole('button', { name: 'Back up the switch' }).click();
    const output = page.getByRole('region', { name: 'Output' });
    await output.getByText('what a device would say').waitFor();
  });

  it('says where a workflow is wrong, compares its versions, and goes back to one', async () => {
    const { page } = shown;
    const name = 'Draft of a night';
    const draft = { ...READING_A_DEVICE, name, description: 'as it was' };
    await post('/automation-studio/automations', { automation: draft });
    const update = {
      ...draft,
      description: 'as it is',
      transitions: { workflow_start: { gone: {} } },
    };
    await app.as('admin', 'PUT', `/automation-studio/automations/${encodeURIComponent(name)}`, {
      body: { update },
    });
    await shown.open(`/workflows/${encodeURIComponent(name)}`);
    const problems = page.getByRole('region', { name: 'Problems' });
    await problems
      .getByRole('row', { name: /gone.*error/ })
      .first()
      .waitFor();
    await shown.compareVersions('as it was', 'as it is');
    expect(await shown.violations()).toEqual([]);
    await shown.restoreVersion();
    await page.getByText('None were found.').waitFor();
  });

  it('imports any mix of documents from a file, shows and deletes them', async () => {
    const { page } = shown;
    const transformation = {
      name: 'Ports of a switch',
      incoming: [],
      outgoing: [],
      steps: [],
      functions: [],
    };
    const file = [transformation, { name: 'no kind of document' }];
    await shown.open('/documents');
    await shown.importDocuments(JSON.stringify(file));
    const outcomes = page.getByRole('dialog', { name: 'What was imported' });
    await outcomes.getByRole('row', { name: /Ports of a switch.*complete/ }).waitFor();
    await outcomes.getByRole('row', { name: /no kind of document.*failed/ }).waitFor();
    expect(await shown.violations()).toEqual([]);
    await shown.theme('light');
    await outcomes.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Ports of a switch' }).click();
    await page.getByRole('region', { name: 'Document' }).getByText('"steps"').waitFor();
    await shown.pictures('documents');
    expect(await shown.violations()).toEqual([]);
    const exported = await shown.exported();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Ports of a switch is deleted').first().waitFor();
    await page.getByRole('link', { name: 'Ports of a switch' }).waitFor({ state: 'detached' });
    expect(exported.name).toBe('Ports of a switch.json');
    await shown.importDocuments(exported.text);
    await outcomes.getByRole('row', { name: /Ports of a switch.*complete/ }).waitFor();
  });

  it('exports a workflow, and takes it back', async () => {
    const { page } = shown;
    await shown.open('/workflows/Read%20a%20device');
    const exported = await shown.exported();
    expect(exported.name).toBe('Read a device.json');
    expect(JSON.parse(exported.text)).toMatchObject(READING_A_DEVICE);
    await shown.open('/workflows');
    await shown.importDocuments(exported.text, true);
    const outcomes = page.getByRole('dialog', { name: 'What was imported' });
    await outcomes.getByRole('row', { name: /Read a device.*complete/ }).waitFor();
    await page.keyboard.press('Escape');
  });
});
