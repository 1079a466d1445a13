import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type Locator } from 'playwright-core';
import { type StoredTrigger } from '../../src/domains/automations/stored/stored-trigger.js';
import { TRIGGER_MODEL } from '../../src/domains/automations/triggers/trigger.schema.js';
import { BROWSER } from '../support/browser.js';
import {
  buildConsole,
  type ConsolePage,
  expectGoodScreen,
  openConsole,
  sentBy,
} from '../support/console-page.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { anEngineTask, anEngineWorkflow } from '../support/factories/job-workflows.js';
import { LIVENESS_MODEL as MODEL } from '../support/factories/liveness-model.js';
import { aVpn, ServicesApp, VPN } from '../support/services-app.js';
import { type TestApp } from '../support/start-app.js';

const NAME =
  BROWSER === undefined
    ? 'the areas of the console (skipped: no Chromium is installed)'
    : 'the areas of the console';
const describeWithBrowser = BROWSER === undefined ? describe.skip : describe;
const PACKAGE = '@netadmin/expiry-report';
const GREETING = anEngineWorkflow(
  'Greet a device',
  { a1: anEngineTask('stub', { type: 'success', delay: '', response: {} }, { summary: 'Greet' }) },
  ['start a1', 'a1 end'],
);
const NOT_STRICT = { strict: false } as const;
const MARKUP = '<img src=x onerror=alert(1)>';
/** Names of groups and automations may not turn the direction of a line; other texts may try. */
const HOSTILE = `${MARKUP} \u202Egnp.exe`;

describeWithBrowser(NAME, () => {
  let world: ServicesApp;
  let app: TestApp;
  let shown: ConsolePage;
  const send = sentBy(() => app);
  const expectGood = (name: string): Promise<void> => expectGoodScreen(shown, name);

  /** As if no node had run when a schedule came round. */
  const missedNow = async (name: string): Promise<void> => {
    const triggers = app.app.get<Model<StoredTrigger>>(getModelToken(TRIGGER_MODEL), NOT_STRICT);
    await triggers.updateOne({ name }, { $set: { lastMissed: new Date() } });
  };

  /** A field of the dialog that is open. */
  const field = (label: string | RegExp): Locator =>
    shown.page.getByRole('dialog').getByLabel(label);

  beforeAll(async () => {
    buildConsole();
    world = await ServicesApp.start('console-areas');
    ({ app } = world);
    shown = await openConsole(app);
    await send('POST', '/automation-studio/automations', { automation: GREETING });
    await shown.enter();
  });
  afterAll(async () => {
    await shown.close();
    await world.close();
  });
  afterEach(({ task }) => {
    const complaints = shown.complaints.splice(0);
    if (complaints.length > 0) throw new Error(`${task.name}: ${complaints.join('\n')}`);
  });

  describe('packages', () => {
    it('are found, planned, applied exactly as planned, and removed', async () => {
      const { page } = shown;
      await shown.open('/packages');
      await page.getByRole('link', { name: PACKAGE }).waitFor();
      await expectGood('packages');
      await page.getByLabel('Name, words or author').fill('expiry');
      await page
        .getByRole('link', { name: '@netadmin/interface-change' })
        .waitFor({ state: 'detached' });
      await page.getByRole('link', { name: PACKAGE }).click();
      await page.getByRole('button', { name: 'Install …' }).waitFor();
      await page.keyboard.press('i');
      await page.getByRole('button', { name: 'Show what changes' }).click();
      await page.getByRole('region', { name: 'Documents' }).waitFor();
      await expectGood('package-plan');
      await page.getByRole('button', { name: 'Apply exactly this' }).click();
      await page.getByRole('dialog').getByText('succeeded').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('heading', { name: 'What was installed' }).waitFor();
      await expectGood('package');
      await page.getByRole('button', { name: 'Remove …' }).click();
      await page.getByRole('button', { name: 'Show what changes' }).click();
      await page.getByRole('button', { name: 'Remove exactly this' }).click();
      await page.getByRole('dialog').getByText('succeeded').waitFor();
      await shown.open('/packages?show=operations');
      await page.getByRole('cell', { name: PACKAGE }).first().waitFor();
      await expectGood('package-operations');
    });

    it('whose plan has changed in between are not touched: the new plan is shown', async () => {
      const { page } = shown;
      await shown.open(`/packages/${encodeURIComponent(PACKAGE)}`);
      await page.getByRole('button', { name: 'Install …' }).click();
      await page.getByRole('button', { name: 'Show what changes' }).click();
      await page.getByRole('button', { name: 'Apply exactly this' }).waitFor();
      await send('POST', '/admin/artifacts', { name: PACKAGE });
      await page.getByRole('button', { name: 'Apply exactly this' }).click();
      await page.getByText('It would do something else by now').waitFor();
      expect(await shown.violations()).toEqual([]);
      await app.as('admin', 'DELETE', `/admin/artifacts/${encodeURIComponent(PACKAGE)}`);
    });

    it('come from a file, and say how what people changed differs', async () => {
      const { page } = shown;
      const packed = (version: string, description: string): string =>
        JSON.stringify(
          anArtifact({
            name: '@acme/from-a-file',
            version,
            bundles: [
              { type: 'workflow', data: { ...GREETING, name: 'From a file', description } },
            ],
          }),
        );
      const choose = async (text: string): Promise<void> => {
        await shown.open('/packages');
        await page.getByRole('button', { name: 'Install from a file …' }).click();
        await field('File of the package').setInputFiles({
          name: 'artifact.json',
          mimeType: 'application/json',
          buffer: Buffer.from(text),
        });
      };
      await choose('no JSON');
      await page.getByRole('button', { name: 'Show what changes' }).click();
      await page.getByText('This is no JSON').waitFor();
      expect(await shown.violations()).toEqual([]);
      // What somebody made by hand under its name is taken over, when that is asked for.
      const byHand = { ...GREETING, name: 'From a file', description: 'made by hand' };
      await send('POST', '/automation-studio/automations', { automation: byHand });
      await choose(packed('1.0.0', 'as it came'));
      await field(/^Take over documents/).check();
      await field('What people have changed').selectOption('keep');
      await page.getByRole('button', { name: 'Show what changes' }).click();
      await page.getByRole('row', { name: /From a file.*kept/ }).waitFor();
      await page.getByRole('button', { name: 'Apply exactly this' }).click();
      await page.getByRole('dialog').getByText('succeeded').waitFor();
      await send('PUT', '/automation-studio/automations/From%20a%20file', {
        update: { ...GREETING, name: 'From a file', description: 'as somebody wants it' },
      });
      await choose(packed('2.0.0', 'as it comes now'));
      await field('What people have changed').selectOption('keep');
      await page.getByRole('button', { name: 'Show what changes' }).click();
      await page.getByText('What the package has otherwise in From a file').click();
      const diff = page.getByRole('region', { name: /otherwise in From a file/ });
      await diff.locator('.removed', { hasText: 'as somebody wants it' }).waitFor();
      await diff.locator('.added', { hasText: 'as it comes now' }).waitFor();
      await expectGood('package-differences');
      await page.getByRole('button', { name: 'Apply exactly this' }).click();
      await page.getByRole('dialog').getByText('succeeded').waitFor();
      // Back to the version before, once it is said that what somebody has changed goes.
      await shown.open('/packages/%40acme%2Ffrom-a-file');
      await page.getByText('version 2.0.0', { exact: true }).waitFor();
      await send('PUT', '/automation-studio/automations/From%20a%20file', {
        update: { ...GREETING, name: 'From a file', description: 'changed again' },
      });
      await page.getByRole('button', { name: 'Roll back …' }).click();
      await page.getByRole('button', { name: 'Roll back', exact: true }).click();
      await page.getByRole('dialog').getByRole('alert').waitFor();
      expect(await shown.violations()).toEqual([]);
      await field(/^Also where somebody has changed/).check();
      await page.getByRole('button', { name: 'Roll back', exact: true }).click();
      await page.getByText('version 1.0.0', { exact: true }).waitFor();
    });

    it('come from repositories that are added and read here', async () => {
      const { page } = shown;
      await shown.open('/packages?show=repositories');
      await page.getByRole('button', { name: 'Add a repository …' }).click();
      await field('Name').fill('@acme');
      await field('Type').selectOption('gitlab');
      await field('Host').fill('http://127.0.0.1:9');
      await field('Path').fill('automation');
      expect(await shown.violations()).toEqual([]);
      await page.getByRole('button', { name: 'Add a repository', exact: true }).click();
      const row = page.getByRole('row', { name: '@acme' });
      await row.waitFor();
      await row.getByRole('button', { name: 'Read now' }).click();
      await row.locator('.status.bad').waitFor();
      await expectGood('repositories');
    });
  });

  it('devices are added by a form, which replaces none and says at its fields what is wrong', async () => {
    const { page } = shown;
    const dialog = page.getByRole('dialog');
    await shown.open('/devices');
    await page.getByText('There are none yet that you may see.').waitFor();
    await page.getByRole('button', { name: 'Add a device …' }).click();
    await field(/^Name/).fill('edge/1');
    await field(/^Type/).selectOption('cisco-ios');
    await field(/^Host$/).fill('192.0.2.9');
    await field(/^Port/).fill('70000');
    await field(/^User name/).fill('netops');
    await field(/^Password/).fill('a password of the device');
    await field(/^Host key/).selectOption('pinned');
    await field(/^Fingerprint/).fill('SHA256:too-short');
    expect(await shown.violations()).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    expect(await field(/^Port/).getAttribute('aria-invalid')).toBe('true');
    expect(await field(/^Fingerprint/).getAttribute('aria-invalid')).toBe('true');
    await field(/^Port/).fill('2222');
    await field(/^Fingerprint/).fill(`SHA256:${'A'.repeat(43)}`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'edge/1', level: 1 }).waitFor();
    await page.getByText('192.0.2.9:2222').waitFor();
    await expectGood('device-added');
    await shown.open('/devices');
    await page.getByRole('link', { name: 'edge/1' }).waitFor();
    await page.keyboard.press('n');
    await field(/^Name/).fill('EDGE/1');
    await field(/^Type/).selectOption('linux-frr');
    await field(/^Host$/).fill('192.0.2.10');
    await field(/^User name/).fill('netops');
    await field(/^The platform signs in by/).selectOption({ label: 'Private key' });
    await field(/^Private key/).fill('a key');
    await dialog.getByRole('button', { name: 'Add a device' }).click();
    await dialog.getByRole('alert').getByText('There is a device EDGE/1 already').waitFor();
    expect(await field(/^Name/).getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Escape');
  });

  it('a device that there is not is told of in one sentence, unless versions of it are kept', async () => {
    const { page } = shown;
    await page.goto(`${app.url}/console/devices/nope`);
    await page.getByRole('alert').waitFor();
    await shown.settled();
    expect(await page.getByText('Its first backup makes one.').count()).toBe(0);
    expect(await page.getByRole('heading').count()).toBe(0);
    const backup = { name: 'gone', type: 'cisco-ios', rawConfig: 'hostname gone' };
    await send('POST', '/configuration_manager/backups/import', { backups: [backup] });
    await page.goto(`${app.url}/console/devices/gone`);
    await page.getByRole('alert').getByText("Device 'gone' not found").waitFor();
    await page.getByRole('region', { name: 'Versions' }).getByRole('row').nth(1).waitFor();
  });

  it('automations get triggers, run by hand, and say when they come round', async () => {
    const { page } = shown;
    await shown.open('/automations');
    await page.getByRole('button', { name: 'Add an automation' }).waitFor();
    await page.keyboard.press('n');
    await field('Name').fill('Morning greeting');
    await field('Workflow that it starts').fill('Greet a device');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Morning greeting' }).click();
    await page.getByRole('button', { name: 'Add one by the clock …' }).click();
    await field('Name').fill('Every morning');
    await field('Cron expression').fill('0 7 * * *');
    await page.keyboard.press('Enter');
    const triggers = page.getByRole('region', { name: 'Triggers' });
    await triggers.getByRole('link', { name: 'Every morning' }).waitFor();
    await page.getByRole('button', { name: 'Change trigger …' }).click();
    await field('Cron expression').fill('0 6 * * *');
    await field('Time zone').fill('');
    await page.keyboard.press('Enter');
    await triggers.getByText('0 6 * * * (UTC)').waitFor();
    await page.getByRole('button', { name: 'Add one by a call …' }).click();
    await field('Name').fill('From the ticket system');
    await field('Route').fill('greeting');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'From the ticket system' }).click();
    await page.getByRole('region', { name: 'curl line' }).getByText('endpoint/greeting').waitFor();
    await page.getByRole('button', { name: 'Give it a token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Give it a token' }).click();
    await page.getByRole('region', { name: 'Credential of the trigger' }).waitFor();
    expect(await shown.violations()).toEqual([]);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByText('X-Trigger-Token: YOUR-TOKEN').waitFor();
    await page.keyboard.press('s');
    await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click();
    await page.waitForURL(/\/console\/jobs\//);
    await page.goBack();
    await page.getByRole('link', { name: 'Its job' }).waitFor();
    await expectGood('automation');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('morning');
    await page.getByRole('option', { name: 'Morning greeting automation' }).waitFor();
    await page.getByRole('dialog').getByRole('combobox').fill('expiry');
    await page.getByRole('option', { name: `${PACKAGE} package` }).waitFor();
    await page.keyboard.press('Escape');
    await missedNow('Every morning');
    await shown.open();
    const missed = page.getByRole('region', { name: 'Scheduled runs that did not start' });
    await missed.getByRole('link', { name: 'Every morning' }).click();
    await page.getByRole('heading', { name: 'Morning greeting', level: 1 }).waitFor();
    await shown.open('/automations');
    const runs = page.getByRole('list', { name: 'Next runs' });
    await runs.getByText('Every morning').first().waitFor();
    await page.getByText(/^Times in .+, the time zone of this browser$/).waitFor();
    await expectGood('automations');
  });

  it('access is given by groups, taken away, and explained in words', async () => {
    const { page } = shown;
    await shown.open('/access?show=groups');
    await page.getByRole('button', { name: 'Add a group …' }).click();
    await field('Name').fill('auditors');
    await page.getByRole('checkbox', { name: 'apiread (platform)', exact: true }).check();
    expect(await shown.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Add a group', exact: true }).click();
    await page.getByRole('cell', { name: 'auditors' }).waitFor();
    await expectGood('groups');
    await page.getByRole('link', { name: 'Accounts', exact: true }).click();
    await page.getByRole('button', { name: 'Add an account …' }).click();
    await field('User name').fill('ada');
    await field('Password').fill('a long password');
    await page.getByRole('checkbox', { name: 'auditors' }).check();
    await page.getByRole('button', { name: 'Add an account', exact: true }).click();
    await page.getByRole('link', { name: 'ada', exact: true }).waitFor();
    await expectGood('accounts');
    await page.getByRole('link', { name: 'ada', exact: true }).click();
    await page.getByText('Roles by groups').waitFor();
    await page.getByText('apiread').waitFor();
    await expectGood('account');
    await page.getByRole('link', { name: 'Why may, why may not' }).click();
    await page.getByLabel('Operation').fill('startJob');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The answer' }).waitFor();
    await page.getByText('refused').first().waitFor();
    expect(new URL(page.url()).search).toContain('account=ada');
    await expectGood('explain');
  });

  it('roles, programs and own credentials are at hand, and secrets are shown once', async () => {
    const { page } = shown;
    await shown.open('/access?show=roles');
    await page.getByRole('link', { name: 'apiread' }).first().click();
    await page.getByRole('region', { name: 'Operations' }).getByText('listJobs').waitFor();
    await expectGood('roles');
    await page.getByRole('link', { name: 'Service accounts' }).click();
    await page.getByRole('button', { name: 'Add a service account …' }).click();
    await field('Name').fill('pipeline');
    await page.getByRole('button', { name: 'Add a service account', exact: true }).click();
    await page.getByRole('dialog', { name: 'Client secret of pipeline' }).waitFor();
    expect(await shown.violations()).toEqual([]);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('cell', { name: 'pipeline', exact: true }).waitFor();
    await expectGood('programs');
    await page.getByRole('link', { name: 'My own' }).click();
    await page.getByRole('button', { name: 'Make a token …' }).click();
    await field('What it is for').fill('nightly report');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Token nightly report' }).waitFor();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('cell', { name: 'nightly report' }).waitFor();
    await expectGood('mine');
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('nightly report is revoked').waitFor();
  });

  it('services are committed as their dry-run was shown', async () => {
    const { page } = shown;
    await shown.open('/orchestrator?show=adapters');
    await page.getByRole('button', { name: 'Add an adapter …' }).click();
    await field(/^Name/).fill('Local NSO');
    await field('Address').fill(world.orchestrator.url);
    await field('How it signs in').selectOption('none');
    await page.getByRole('button', { name: 'Add an adapter', exact: true }).click();
    const row = page.getByRole('row', { name: 'Local NSO' });
    await row.getByRole('button', { name: 'Look now' }).click();
    await row.locator('.status.good').waitFor();
    await expectGood('adapters');
    await page.getByRole('link', { name: 'Service instances' }).click();
    await page.getByRole('button', { name: 'Save an instance …' }).click();
    await field('Service path').fill(VPN);
    await field('Instance').fill(JSON.stringify(aVpn('blue'), null, 2));
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await page.getByRole('region', { name: 'What changes' }).waitFor();
    expect(world.orchestrator.commits).toBe(0);
    await expectGood('service-plan');
    await page.getByRole('button', { name: 'Commit exactly this' }).click();
    await page.getByText('The commit was sent').waitFor();
    expect(world.orchestrator.commits).toBe(1);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: /blue/ }).first().click();
    await page.getByRole('region', { name: 'As it was sent' }).waitFor();
    await expectGood('services');
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByText('1 of 1 succeeded').first().waitFor();
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'The chosen change' }).waitFor();
    await expectGood('service-changes');
    await page.getByRole('link', { name: 'Queries and actions' }).click();
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByRole('region', { name: 'Answer' }).waitFor();
    await expectGood('calls');
    await page.getByRole('link', { name: 'Commit queue' }).click();
    await page.getByText('Nothing waits to be sent').waitFor();
    expect(await shown.violations()).toEqual([]);
    await page.getByRole('link', { name: 'Service instances' }).click();
    await page.getByRole('link', { name: /blue/ }).first().click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const [deletion] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'DELETE'),
      page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click(),
    ]);
    expect(deletion.headers()['if-match']).toMatch(/^"/);
    await page.getByText('The instance is deleted').first().waitFor();
  });

  it('the audit trail says what was before and what is after', async () => {
    const { page } = shown;
    const { data } = await send<{ data: { _id: string } }>('POST', '/authorization/groups', {
      group: { name: 'night shift', description: 'At night' },
    });
    await send('PATCH', `/authorization/groups/${data._id}`, { description: 'By day' });
    await shown.open('/audit?operation=updateGroup');
    await page.getByRole('link', { name: 'updateGroup' }).first().waitFor();
    await expectGood('audit');
    await page.getByRole('link', { name: 'updateGroup' }).first().click();
    await page.locator('.side.removed', { hasText: 'At night' }).first().waitFor();
    await page.locator('.side.added', { hasText: 'By day' }).first().waitFor();
    await expectGood('audit-entry');
  });

  it('integrations are made of models, and called', async () => {
    const { page } = shown;
    await shown.open('/integrations?show=models');
    await page.getByRole('button', { name: 'Add a model …' }).click();
    const document = { ...MODEL, servers: [{ url: app.url }] };
    await field('OpenAPI document').fill(JSON.stringify(document));
    await page.getByRole('button', { name: 'Add a model', exact: true }).click();
    await page.getByRole('link', { name: 'self:1' }).waitFor();
    await expectGood('models');
    await page.getByRole('link', { name: 'self:1' }).click();
    await page.getByText('Whether it lives').waitFor();
    await expectGood('model');
    await shown.open('/integrations');
    await page.getByRole('button', { name: 'Add an integration …' }).click();
    await field('Name').fill('myself');
    await field('Model').fill('self:1');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'myself' }).waitFor();
    await expectGood('integrations');
    await page.getByRole('link', { name: 'myself' }).click();
    await page.getByLabel('Operation').fill('live');
    await page.getByRole('button', { name: 'Call' }).click();
    await page.getByRole('status').getByText('It answered').waitFor();
    await expectGood('integration');
  });

  it('hostile names are text on every list that shows them', async () => {
    const { page } = shown;
    await send('POST', '/authorization/groups', { group: { name: MARKUP, description: HOSTILE } });
    await send('POST', '/operations-manager/automations', {
      name: MARKUP,
      componentType: 'workflows',
      componentName: 'Greet a device',
      description: HOSTILE,
    });
    await send('POST', '/events', { source: 'x', topic: MARKUP, payload: { name: HOSTILE } });
    for (const path of ['/', '/access?show=groups', '/automations', '/events', '/audit']) {
      await shown.open(path);
      await page.getByText(MARKUP).first().waitFor();
      const made = await page.locator('main img, main b, main script').count();
      const text = await page.locator('main').textContent();
      const isTurned = text?.includes('\u202E');
      expect([path, made, isTurned, await shown.overflow()]).toEqual([path, 0, false, 0]);
    }
  });

  it('health shows the parts, the figures, and stops new jobs for a while', async () => {
    const { page } = shown;
    await send('POST', '/operations-manager/jobs/start', { workflow: 'Greet a device' });
    await shown.open('/health');
    await page.getByRole('img', { name: /Jobs that began/ }).waitFor();
    await page.getByRole('cell', { name: 'Greet a device' }).waitFor();
    await expectGood('health');
    await page.getByRole('button', { name: 'Begin maintenance …' }).click();
    await field('Why').fill('new disks');
    await page.keyboard.press('Enter');
    await page.getByText('stopped for maintenance').waitFor();
    await page.getByText('new disks').waitFor();
    await page.getByRole('button', { name: 'End maintenance' }).click();
    await page.getByRole('button', { name: 'Begin maintenance …' }).waitFor();
  });
});
