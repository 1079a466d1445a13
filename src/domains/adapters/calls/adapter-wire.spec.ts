import { AS_PLATFORM } from '../access/adapter-access.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ADAPTER_SECRETS as box,
  AdapterWorld,
  AN_ADAPTER_CALL as GET,
} from '#test/support/adapter-world.js';
import { FakeSystem } from '#test/support/fakes/fake-system.js';
import { type AdapterSettings } from '../records/adapter.js';

const NONE = { type: 'none', username: '', password: '', token: '' } as const;
const TOKEN = 'token-4b1d99e0';

describe('an answer that repeats who called', () => {
  let system: FakeSystem;
  let world: AdapterWorld;
  beforeEach(async () => {
    system = await FakeSystem.start();
    world = new AdapterWorld();
  });
  afterEach(async () => {
    await world.close();
    await system.close();
  });

  it.each<[string, Partial<AdapterSettings['auth']>]>([
    ['Bearer <SECRET>', { type: 'bearer', token: box.seal(TOKEN) }],
    ['Basic <SECRET>', { type: 'basic', username: 'é', password: box.seal('12345678') }],
    ['undefined', { type: 'none' }],
  ])('is read as %s, and the rest of it octet by octet', async (shown, auth) => {
    const others = Buffer.from([0xff, 0x00, 0xc3, 0xa9]);
    let sent = '';
    system.on(GET.path, (req, res) => {
      sent = String(req.headers.authorization);
      res.setHeader('x-echo', [sent, sent]).end(Buffer.concat([others, Buffer.from(sent)]));
    });
    world.put(`http://${system.host}`, { auth: { ...NONE, ...auth } });
    const { body, headers } = await world.caller.call(AS_PLATFORM, 'A', GET);
    expect(body).toEqual(Buffer.concat([others, Buffer.from(shown)]));
    expect(headers['x-echo']).toBe(`${shown}, ${shown}`);
    expect(sent.includes('<SECRET>')).toBe(false);
  });
});
