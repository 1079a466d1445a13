import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Locator } from 'playwright-core';
import { BROWSER } from '../support/browser.js';
import {
  buildConsole,
  type ConsolePage,
  expectGoodScreen,
  openConsole,
  sentBy,
} from '../support/console-page.js';
import { anEngineTask, anEngineWorkflow } from '../support/factories/job-workflows.js';
import { LIVENESS_MODEL as MODEL } from '../support/factories/liveness-model.js';
import { KnownDevices } from '../support/known-devices.js';
import { anAccount } from '../support/sign-in.js';
import { startApp, type TestApp } from '../support/start-app.js';

const NAME =
  BROWSER === undefined
    ? 'changes by the console (skipped: no Chromium is installed)'
    : 'changes by the console';
const describeWithBrowser = BROWSER === undefined ? describe.skip : describe;
const GREETING = anEngineWorkflow(
  'Greet a device',
  { a1: anEngineTask('stub', { type: 'success', delay: '', response: {} }, { summary: 'Greet' }) },
  ['start a1', 'a1 end'],
);
const configuration = (vlan: number): string =>
  Array.from({ length: 30 }, (_, port) => `interface Gi0/${port}\n switchport access vlan ${vlan}`)
    .concat(`ntp server 10.0.0.${vlan}`)
    .join('\n');

describeWithBrowser(NAME, () => {
  let app: TestApp;
  let shown: ConsolePage;
  const devices = new KnownDevices(() => app);
  const send = sentBy(() => app);
  const expectGood = (name: string): Promise<void> => expectGoodScreen(shown, name);
  /** A field of the dialog that is open. */
  const field = (label: string | RegExp): Locator =>
    shown.page.getByRole('dialog').getByLabel(label);

  beforeAll(async () => {
    buildConsole();
    app = await startApp('console-changes', { env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    shown = await openConsole(app);
    await send('POST', '/automation-studio/automations', { automation: GREETING });
    for (const name of ['core-1', 'core-2']) {
      await send('PUT', `/configuration_manager/devices/${name}`, {
        host: '127.0.0.1',
        port: 1,
        type: 'cisco-ios',
        username: 'u',
        password: 'p',
      });
    }
    // One after the other: the later one is newer.
    for (const vlan of [10, 20]) {
      const backup = { name: 'core-1', type: 'cisco-ios', rawConfig: configuration(vlan) };
      await send('POST', '/configuration_manager/backups/import', { backups: [backup] });
    }
    await shown.enter();
  });
  afterAll(async () => {
    await shown.close();
    await app.close();
    await devices.close();
  });
  afterEach(({ task }) => {
    const complaints = shown.complaints.splice(0);
    if (complaints.length > 0) throw new Error(`${task.name}: ${complaints.join('\n')}`);
  });

  it('roles are added and changed, and what is wrong is said at its field', async () => {
    const { page } = shown;
    const dialog = page.getByRole('dialog');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const word = dialog.getByRole('searchbox');
    await shown.open('/access?show=roles');
    await page.getByRole('button', { name: 'Add a role' }).waitFor();
    await page.keyboard.press('n');
    await name.fill('admin');
    await word.fill('listJobs ');
    await dialog.getByRole('checkbox').check();
    // It looks for an operation: it sends nothing.
    await page.keyboard.press('Enter');
    expect(await shown.violations()).toEqual([]);
    await shown.theme('light');
    const add = dialog.getByRole('button', { name: 'Add a role' });
    await add.click();
    await dialog.locator('.field', { has: name }).getByText('must not be one of').waitFor();
    await name.fill('night watch');
    await dialog.getByLabel('Where it counts').selectOption('WorkFlowEngine');
    await add.click();
    // Of two fields the one is said to be wrong, and what was ticked is kept.
    await dialog.locator('.field', { has: name }).getByText('must be one of').waitFor();
    await dialog.getByText('1 ticked').waitFor();
    await dialog.getByLabel('Where it counts').selectOption('Custom');
    await add.click();
    const admitted = page.getByRole('region', { name: 'Operations' });
    await admitted.getByText('WorkFlowEngine: listJobs').waitFor();
    await page.getByRole('button', { name: 'Change …' }).click();
    await field(/^What it is for/).fill('Looks at jobs by night');
    await word.fill('getJob ');
    await dialog.getByRole('checkbox').check();
    await expectGood('role');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await admitted.getByText('getJob').waitFor();
    expect(await admitted.textContent()).toContain('listJobs');
    await page.getByText('Looks at jobs by night').first().waitFor();
  });

  it('nobody is offered to give rights by a role that they lack', async () => {
    const { page } = shown;
    const [username, password] = ['roles admin', 'a-long-password'];
    const roles = [{ provenance: 'UserManagement', name: 'admin' }];
    await anAccount(app.app, { username, password, roles });
    await shown.enter('/access?show=roles', username, password);
    await page.getByRole('button', { name: 'Add a role …' }).click();
    await page.getByText('What you may not do yourself you cannot give').waitFor();
    expect(await field(/^startJob /).isDisabled()).toBe(true);
    expect(await field(/^addRole /).isEnabled()).toBe(true);
    await page.keyboard.press('Escape');
    await shown.enter();
  });

  it('profiles are changed, and a change of somebody else is not overwritten unseen', async () => {
    const { page } = shown;
    await shown.open('/profiles');
    await page.getByRole('button', { name: 'Add a profile …' }).click();
    await field('Name').fill('lab');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'lab' }).waitFor();
    await expectGood('profiles');
    await page.getByRole('link', { name: 'lab' }).click();
    await page.getByRole('region', { name: 'Settings' }).waitFor();
    await expectGood('profile');
    await page.getByRole('button', { name: 'Change …' }).click();
    await page.getByRole('textbox', { name: 'Document' }).fill('{"id":"lab","description":"mine"}');
    await send('PUT', '/profiles/lab', { properties: { id: 'lab', description: 'theirs' } });
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page
      .getByRole('region', { name: 'As somebody has changed it' })
      .getByText('theirs')
      .waitFor();
    expect(await page.getByRole('textbox', { name: 'Document' }).inputValue()).toContain('mine');
    await expectGood('profile-stale');
    await page.getByRole('button', { name: 'Put mine in its place' }).click();
    await page.getByText('lab is changed').waitFor();
    await page.getByRole('region', { name: 'Document' }).getByText('mine').waitFor();
  });

  it('what somebody else has changed meanwhile is shown, and what was typed is kept', async () => {
    const { page } = shown;
    const stale = page.getByRole('region', { name: 'As somebody has changed it meanwhile' });
    /** Types something while somebody else changes the same object: both are shown, then the own one is sent. */
    const expectBoth = async (
      [screen, verb, label, mine]: readonly [string, string, string | RegExp, string],
      [method, path, body, theirs]: readonly [string, string, object, string],
    ): Promise<void> => {
      await shown.open(screen);
      await page
        .getByRole('button', { name: `${verb} …` })
        .last()
        .click();
      await field(label).fill(mine);
      await send(method, path, body);
      await page.getByRole('button', { name: verb, exact: true }).last().click();
      await stale.getByText(theirs).waitFor();
      expect(await field(label).inputValue()).toBe(mine);
      await page.getByRole('button', { name: 'Put mine in its place' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    /** Deletes what somebody else changes while it is asked about: theirs is shown, and asked about again. */
    const expectAskedAgain = async (screen: string, path: string): Promise<void> => {
      await shown.open(screen);
      await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
      const yes = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
      await yes.waitFor();
      await send('PATCH', path, { description: 'theirs again' });
      await yes.click();
      await stale.getByText('theirs again').waitFor();
      await yes.click();
      await page.getByText('is deleted').first().waitFor();
    };
    const note = /^What it is for/;
    const theirs = { description: 'theirs' };
    const made = async (path: string, body: object): Promise<string> => {
      const { data } = await send<{ data: { _id: string } }>('POST', path, body);
      return `${path}/${data._id}`;
    };

    const group = await made('/authorization/groups', { group: { name: 'twice' } });
    const groups = '/access?show=groups&name=twice';
    await expectBoth([groups, 'Change', note, 'mine'], ['PATCH', group, theirs, 'theirs']);
    await expectAskedAgain(groups, group);

    const role = await made('/authorization/roles', {
      role: { name: 'twice', allowedMethods: [] },
    });
    const roleScreen = `/access?show=roles&role=${role.slice(role.lastIndexOf('/') + 1)}`;
    await expectBoth([roleScreen, 'Change', note, 'mine'], ['PATCH', role, theirs, 'theirs']);
    await expectAskedAgain(roleScreen, role);

    const account = { username: 'twice', password: 'a long password' };
    const person = await made('/authorization/accounts', { account });
    await expectBoth(
      [person.replace('/authorization/accounts', '/access'), 'Change', 'Name', 'mine'],
      ['PATCH', person, { firstname: 'theirs' }, 'theirs'],
    );

    const what = { componentType: 'workflows', componentName: 'Greet a device' };
    const automation = await made('/operations-manager/automations', { name: 'Twice', ...what });
    await expectBoth(
      [automation.replace('/operations-manager', ''), 'Change', note, 'mine'],
      ['PATCH', automation, theirs, 'theirs'],
    );
    await expectAskedAgain(automation.replace('/operations-manager', ''), automation);

    const configs = '/prebuilts-repository/configs';
    const config = { name: '@twice', type: 'gitlab', hostname: 'https://127.0.0.1:9', path: 'x' };
    await send('POST', configs, { ...config, enabled: true });
    await expectBoth(
      ['/packages?show=repositories', 'Trust', 'Token', 'mine'],
      ['PATCH', `${configs}/@twice`, { enabled: false }, '"Switched on": false'],
    );

    const { info } = MODEL;
    const model = { ...MODEL, info: { ...info, title: 'twice' } };
    await send('POST', '/integration-models', { model });
    await expectBoth(
      ['/models/twice:1', 'Replace', 'OpenAPI document', JSON.stringify(model)],
      [
        'PUT',
        '/integration-models/twice:1',
        { model: { ...model, info: { ...model.info, description: 'theirs' } } },
        'theirs',
      ],
    );
  });

  it('compares the versions of a device, and keeps the choice in the address', async () => {
    const { page } = shown;
    await shown.open('/devices');
    await page.getByRole('link', { name: 'core-1' }).waitFor();
    await shown.pictures('devices');
    await page.getByLabel('Tick core-1').check();
    await page.getByLabel('Tick core-2').check();
    await page.getByRole('button', { name: 'Back up', exact: true }).click();
    await page.getByRole('dialog', { name: 'Back up 2 devices?' }).waitFor();
    expect(await shown.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Leave it' }).click();
    await page.getByRole('link', { name: 'core-1' }).click();
    await page.getByRole('checkbox').nth(0).check();
    await page.getByRole('region', { name: 'Configuration' }).waitFor();
    await page.getByRole('checkbox').nth(1).check();
    const diff = page.getByRole('region', { name: 'What differs' });
    await diff.waitFor();
    // The older one is on the left.
    expect(await diff.locator('.removed').first().textContent()).toContain('vlan 10');
    expect(await diff.locator('.added').first().textContent()).toContain('vlan 20');
    await shown.pictures('device');
    expect(await shown.violations()).toEqual([]);
    await page.reload();
    await diff.waitFor();
  });

  it('says why a change of a device cannot be shown, and keeps the lines', async () => {
    const { page } = shown;
    await shown.open('/devices/core-2');
    await page.getByRole('button', { name: 'Change' }).waitFor();
    await page.keyboard.press('c');
    await page.getByLabel('Lines of configuration').fill('ntp server 10.1.1.1');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await page.getByLabel('Lines of configuration').inputValue()).toContain('10.1.1.1');
    expect(await shown.violations()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('finds lines in all configurations, and leads to the version that holds them', async () => {
    const { page } = shown;
    await shown.open('/search');
    await page.getByLabel('Lines with').fill('ntp server');
    await page.getByLabel('In', { exact: true }).selectOption('history');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('ntp server 10.0.0.10').waitFor();
    await page.getByText('ntp server 10.0.0.20').waitFor();
    await shown.pictures('search');
    expect(await shown.violations()).toEqual([]);
    await page.getByRole('link', { name: 'core-1' }).first().click();
    await page.getByRole('region', { name: 'Configuration' }).waitFor();
  });

  it('pushes a change of a device as it was shown, and puts the version before it back', async () => {
    const { page } = shown;
    const device = await devices.make('edge-1', { type: 'cisco-ios' });
    const dialog = page.getByRole('dialog');
    const changes = dialog.getByRole('region', { name: 'What changes' });
    await shown.open('/devices/edge-1');
    await page.getByRole('button', { name: 'Change' }).waitFor();
    await page.keyboard.press('c');
    await field('Lines of configuration').fill('interface Loopback0\n description by night');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await changes.locator('.added', { hasText: 'description by night' }).waitFor();
    expect(device.state()).toBeUndefined();
    await expectGood('device-change');
    await page.getByRole('button', { name: 'Push exactly this' }).click();
    await dialog.getByText('The device took every line.').waitFor();
    expect(device.state()?.running).toContain('description by night');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('checkbox').last().check();
    await page.getByRole('button', { name: 'Put it back on the device …' }).click();
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await changes.locator('.removed', { hasText: 'description by night' }).waitFor();
    await page.getByRole('button', { name: 'Push exactly this' }).click();
    await dialog.getByText('The device took every line.').waitFor();
    expect(device.state()?.running).not.toContain('description by night');
  });

  it('backs devices up by schedules that are added, changed and deleted', async () => {
    const { page } = shown;
    await shown.open('/devices?show=schedules');
    await page.getByRole('button', { name: 'Add a schedule' }).waitFor();
    await page.keyboard.press('n');
    await field(/^Name/).fill('Every night');
    await field(/^Cron expression/).fill('at night');
    await field(/^Devices/).fill('core-1, core-2');
    expect(await shown.violations()).toEqual([]);
    await shown.theme('light');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('#/cron', { exact: true }).waitFor();
    await field(/^Cron expression/).fill('0 2 * * *');
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: 'Every night' });
    await row.getByText('core-1, core-2').waitFor();
    await row.getByText(/^0 2 \* \* \* \(/).waitFor();
    await expectGood('schedules');
    await row.getByRole('button', { name: 'Change …' }).click();
    await field(/^Cron expression/).fill('');
    await field(/^Or every so many minutes/).fill('90');
    await field('Switched on').uncheck();
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
    await row.getByText('every 90 minutes').waitFor();
    await row.locator('.status', { hasText: 'off' }).waitFor();
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No schedules').waitFor();
  });
});
