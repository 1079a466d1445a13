import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { aJsonForm } from '../support/factories/a-json-form.js';
import { startApp, type TestApp } from '../support/start-app.js';

interface Resolved {
  readonly fields: readonly {
    readonly pointer: string;
    readonly status: string;
    readonly error: string | null;
    readonly enum: readonly { readonly value: unknown }[];
  }[];
}

const REAL = new URL(
  '../../../shared/data/forms/Device_Onboarding_-_Kentik_-_Example.json',
  import.meta.url,
);
/** What a binding asks for and a list gives at once. */
const MANY = 10_000;

/** As editors write it: a path that ends in a blank, a filter without a text, a large limit. */
const bound = (ostype: string) => ({
  key: 'device',
  method: 'POST',
  base: '/configuration_manager',
  href: '/devices/ ',
  source: '/list',
  value: '/name',
  body: {
    options: {
      filter: { name: '', ostype },
      start: 0,
      limit: 10_000,
      sort: [{ name: 1 }],
      order: 'ascending',
    },
  },
});

describe('bindings of JSON forms to devices', () => {
  let platform: TestApp;
  const names = Array.from({ length: MANY }, (_, at) => `device-${String(at).padStart(5, '0')}`);

  const choices = async (form: object, role: 'admin' | 'operator' = 'admin') => {
    const made = await platform.as<{ name: string }>('admin', 'POST', '/json-forms/forms', {
      body: form,
    });
    expect(made.status).toBe(200);
    const { name } = form as { name: string };
    const path = `/json-forms/forms/${encodeURIComponent(name)}/bindings`;
    return (await platform.as<Resolved>(role, 'POST', path, { body: {} })).json.fields;
  };

  beforeAll(async () => {
    platform = await startApp('device-bindings');
    const first = `/configuration_manager/devices/${names[0] ?? ''}`;
    const body = { host: '192.0.2.1', type: 'juniper-junos', username: 'x', password: 'y' };
    const made = await platform.as('admin', 'PUT', first, { body });
    if (made.status !== 200) throw new Error(made.text);
    const connection = platform.app.get<Connection>(getConnectionToken(), { strict: false });
    const devices = connection.collection('devices');
    const stored = await devices.findOne({ name: names[0] });
    const others = names.slice(1).map((name, at) => ({
      ...stored,
      _id: `id-${name}`,
      name,
      nameFolded: name,
      type: (at + 1) % 3 === 0 ? 'juniper-junos' : 'cisco-ios',
    }));
    await devices.insertMany(others as never[]);
  });
  afterAll(() => platform.close());

  it('offer the devices of a type, in the order of their names', async () => {
    const [field] = await choices(aJsonForm('Of a type', [bound('cisco-ios')]));
    expect(field).toMatchObject({ pointer: '#/device', status: 'resolved' });
    expect(field?.enum.map(({ value }) => value)).toEqual(names.filter((_, at) => at % 3 !== 0));
  });

  it('offer all of them where the filter is empty text', async () => {
    const [field] = await choices(aJsonForm('Of all types', [bound('')]));
    expect(field?.enum.map(({ value }) => value)).toEqual(names);
  });

  it('call with the rights of the caller alone', async () => {
    const [field] = await choices(aJsonForm('For some', [bound('')]), 'operator');
    expect(field).toMatchObject({ status: 'failed', error: expect.stringMatching(/^403: /) });
  });

  it('never change a device', async () => {
    const path = '/devices/device-00000/changes';
    const changing = { ...bound(''), href: path, body: { config: ['hostname x'], dryRun: true } };
    const [field] = await choices(aJsonForm('Changing', [changing]));
    expect(field?.error).toContain('changes something');
  });

  it('are resolved in a real form, where it is at hand', async () => {
    const form = existsSync(REAL)
      ? (JSON.parse(readFileSync(REAL, 'utf8')) as object)
      : aJsonForm('Not the real one', [bound('cisco-ios')]);
    const fields = await choices(form);
    const field = fields.find(({ pointer }) => /device/i.test(pointer));
    expect(field).toMatchObject({ status: 'resolved', error: null });
    expect(field?.enum[0]?.value).toBe('device-00001');
  });
});
