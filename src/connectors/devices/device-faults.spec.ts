import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it as test } from 'vitest';
import {
  connectorWith,
  DeviceSessions,
  failureOf,
  targetOf,
} from '../../../test/support/device-sessions.js';
import { type DeviceBehaviour, type DeviceScript } from '../../../test/support/device-script.js';
import { eventually } from '../../../test/support/eventually.js';
import {
  DEVICE_PASSWORD,
  SSHD_MISSING,
  SSHD_PASSWORDS_MISSING,
} from '../../../test/support/sshd.js';
import { together } from '../../../test/support/together.js';
import { Secret } from '../../kernel/secret.js';
import { seenHostKey } from './device-failures.js';
import { type DeviceTarget } from './device-target.js';

/** Each test has devices of its own, which end with it. */
const it = test.extend<{ sessions: DeviceSessions }>({
  sessions: async ({ task: _ }, use) => {
    const sessions = new DeviceSessions();
    await use(sessions);
    await sessions.closeAll();
  },
});

/** Short, so that devices that never answer end soon. */
const HASTY = { DEVICE_COMMAND_TIMEOUT_MS: '6000', DEVICE_OUTPUT_LIMIT_BYTES: '262144' };
const IOS: DeviceScript = { type: 'cisco-ios' };
const secret = (text: string): Secret => new Secret(text);
const memory = (): number => {
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
};
const sockets = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

async function expectSocketsBack(before: number): Promise<void> {
  const left = await eventually(
    () => Promise.resolve(sockets()),
    (now) => now <= before,
  );
  expect(left).toBeLessThanOrEqual(before);
}

/** A server that speaks something, or nothing. */
async function aServer(answer: (socket: Socket) => void): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined));
    answer(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    open.forEach((socket) => socket.destroy());
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
const closers: (() => void)[] = [];
afterEach(() => {
  closers.splice(0).forEach((close) => {
    close();
  });
});

function plainTarget(port: number, change: Partial<DeviceTarget> = {}): DeviceTarget {
  return {
    host: '127.0.0.1',
    port,
    type: 'cisco-ios',
    username: 'admin',
    password: secret('hunter2'),
    hostKey: { mode: 'first-use' },
    legacyAlgorithms: false,
    ...change,
  };
}

describe('a host that is no device', () => {
  it('is refused where the rules for outbound calls forbid its address, in any spelling', async () => {
    const hosts = [
      '169.254.169.254',
      '2852039166',
      '[fe80::1]',
      '::ffff:169.254.169.254',
      '0.0.0.0',
    ];
    for (const host of hosts) {
      const error = await failureOf(connectorWith().open(plainTarget(22, { host })));
      expect([host, error.code]).toEqual([host, 'forbidden-target']);
    }
  });

  it('is unreachable when nobody listens, or when its name is unknown', async () => {
    const port = await aServer(() => undefined);
    closers.splice(0).forEach((close) => {
      close();
    });
    for (const target of [plainTarget(port), plainTarget(22, { host: 'no-such-host.invalid' })]) {
      const error = await failureOf(connectorWith().open(target));
      expect(error).toMatchObject({ kind: 'upstream-failed', code: 'device-unreachable' });
    }
  });

  it.each<[string, string, (socket: Socket) => void]>([
    ['is silent', 'upstream-failed', () => undefined],
    ['ends at once', 'upstream-failed', (socket) => socket.end()],
    ['speaks HTTP', 'upstream-failed', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    [
      'greets without end',
      'upstream-failed',
      (socket) => {
        const greet = (): void => {
          while (socket.writable && socket.write('hello\r\n'.repeat(1000)));
        };
        socket.on('drain', greet);
        greet();
      },
    ],
    [
      'sends noise for a key exchange',
      'upstream-failed',
      (socket) =>
        socket.write(Buffer.concat([Buffer.from('SSH-2.0-x\r\n'), Buffer.alloc(50_000, 7)])),
    ],
  ])('is unreachable when it %s', async (_, kind, answer) => {
    const before = sockets();
    const target = plainTarget(await aServer(answer));
    const connector = connectorWith({ DEVICE_CONNECT_TIMEOUT_MS: '500' });
    const error = await failureOf(connector.open(target));
    expect(error).toMatchObject({ kind, code: 'device-unreachable' });
    closers.splice(0).forEach((close) => {
      close();
    });
    await expectSocketsBack(before);
  });
});

const describeWithSshd = SSHD_MISSING === undefined ? describe.concurrent : describe.skip;
/** Counts what is open, measures the memory, or waits for pauses that another test must not make longer. */
const ALONE = { concurrent: false };
// Most tests only wait for what their device says.
describeWithSshd(`a device that misbehaves (${SSHD_MISSING ?? 'behind sshd'})`, () => {
  async function reading(
    sessions: DeviceSessions,
    script: DeviceScript,
    change: Partial<DeviceTarget> = {},
    environment: Record<string, string> = HASTY,
  ): Promise<string> {
    const device = await sessions.device(script);
    const session = await sessions.open(targetOf(device, change), {}, environment);
    return session.readConfiguration();
  }
  const behaving = (behaviour: DeviceBehaviour): DeviceScript => ({ ...IOS, behaviour });

  const FAULTS: readonly (readonly [string, string, string, DeviceBehaviour])[] = [
    ['writes noise', 'upstream-timeout', 'device-dialog-failed', { garbled: true }],
    ['drops the session', 'upstream-failed', 'device-dialog-failed', { droppedAfterLines: 8 }],
    ['shows no end', 'upstream-failed', 'device-dialog-failed', { cutAfterLines: 8 }],
    ['falls silent', 'upstream-timeout', 'device-dialog-failed', { hangs: true }],
    ['never ends', 'upstream-failed', 'device-answer-too-large', { endless: true }],
    ['never ends a line', 'upstream-failed', 'device-answer-too-large', { endless: 'line' }],
    ['floods before a prompt', 'upstream-failed', 'device-answer-too-large', { floods: true }],
    ['shows no prompt', 'upstream-timeout', 'device-dialog-failed', { silent: true }],
  ];
  it('fails in time, and leaves nothing open', ALONE, async ({ sessions }) => {
    const before = sockets();
    await together(
      FAULTS,
      ([what]) => `a device that ${what}`,
      async ([, kind, code, behaviour]) => {
        const error = await failureOf(reading(sessions, behaving(behaviour)));
        expect(error).toMatchObject({ kind, code });
        expect(error.detail).not.toMatch(/interface|description|Loopback|s3cret/);
      },
    )();
    await sessions.closeAll();
    await expectSocketsBack(before);
  });

  it(
    'is not read when it sends 100 MB, and no more than the limit is kept',
    ALONE,
    async ({ sessions }) => {
      const sent = 100 * 1024 * 1024;
      const before = memory();
      const device = await sessions.device(behaving({ configurationBytes: sent }));
      const session = await sessions.open(targetOf(device));
      const error = await failureOf(session.readConfiguration());
      expect(error).toMatchObject({ kind: 'upstream-failed', code: 'device-answer-too-large' });
      await session.close();
      expect(memory() - before).toBeLessThan(64 * 1024 * 1024);
      device.behave({ behaviour: {} });
      const again = await sessions.open(targetOf(device));
      expect(await again.readConfiguration()).toContain('hostname router1\n');
    },
  );

  it('reads in bounded memory what never ends', ALONE, async ({ sessions }) => {
    const before = memory();
    const error = await failureOf(reading(sessions, behaving({ endless: true }), {}, {}));
    expect(error.code).toBe('device-answer-too-large');
    expect(memory() - before).toBeLessThan(64 * 1024 * 1024);
  });

  const BANNER = 'router1#\nrouter1# is not for you\nother>\nPassword:\n --More-- \nrouter1#';
  const ODDITIES: readonly (readonly [string, DeviceScript])[] = [
    ['is slow', behaving({ pieces: 7, pauseMs: 1 })],
    ['does not echo', behaving({ withoutEcho: true })],
    ['colours and names its prompt', behaving({ colours: true, titles: true })],
    ['pads its line ends', behaving({ padding: true })],
    ['pauses behind a line like its prompt', behaving({ stallsAtPromptText: 800 })],
    ['greets with lines like its prompt', { ...IOS, banner: BANNER }],
  ];
  it('is read as any other, however it shows itself', ALONE, ({ sessions }) =>
    together(
      ODDITIES,
      ([what]) => `a device that ${what}`,
      async ([, script]) => {
        const text = await reading(sessions, script, {}, {});
        const stall = script.behaviour?.stallsAtPromptText === undefined ? '' : 'router1#\n';
        const end = `snmp-server community s3cret RO\n${stall}end\n`;
        expect(text).toMatch(
          /^!\n! Last configuration change .*\n!\nversion 15.7\nhostname router1\n/,
        );
        expect(text.slice(-end.length)).toBe(end);
        expect(text.split('\n').every((line) => !/[^\x20-\x7e]/.test(line))).toBe(true);
      },
    )(),
  );

  it(
    'is read past a pause where only the prompt ends its configuration',
    ALONE,
    async ({ sessions }) => {
      const script = { type: 'cisco-nx', behaviour: { stallsAtPromptText: 1200 } };
      const text = await reading(sessions, script, {}, {});
      expect(text.endsWith('!\nrouter1# \nsnmp-server community s3cret RO\n')).toBe(true);
    },
  );

  it('is read whole when it sends much, and less than the limit', async ({ sessions }) => {
    const bytes = 3 * 1024 * 1024;
    const text = await reading(sessions, behaving({ configurationBytes: bytes }), {}, {});
    expect(text.length).toBeGreaterThan(bytes);
    expect(text.endsWith('end\n')).toBe(true);
  });

  it.for(['utf8', 'latin1'] as const)('is read in %s', async (encoding, { sessions }) => {
    const configuration = 'hostname router1\nsnmp-server location Zürich\n';
    expect(await reading(sessions, { ...IOS, encoding, configuration })).toContain(
      'location Zürich\n',
    );
  });

  it('asks what nobody answers, and the session ends', async ({ sessions }) => {
    const device = await sessions.device(IOS);
    const session = await sessions.open(targetOf(device));
    const error = await failureOf(session.run('reload'));
    expect(error).toMatchObject({ kind: 'upstream-failed', code: 'device-dialog-failed' });
    expect(await failureOf(session.run('show clock'))).toBe(error);
    expect(device.receipts().some(({ reloaded }) => reloaded)).toBe(false);
  });

  it('is sent no command and no line that is more than one line', async ({ sessions }) => {
    const device = await sessions.device(IOS);
    const session = await sessions.open(targetOf(device));
    const sent = device.lines().length;
    const hostile = ['a\nreload', 'a\rb', 'show \u0003', 'a\u2028b', 'x'.repeat(5000)];
    for (const command of [...hostile, ' ', '']) {
      expect((await failureOf(session.run(command))).kind).toBe('invalid-input');
    }
    for (const line of hostile) {
      const error = await failureOf(session.change(['interface x', line], { mode: 'apply' }));
      expect(error).toMatchObject({ kind: 'invalid-input', errors: [{ pointer: '#/lines/1' }] });
    }
    expect(device.lines()).toHaveLength(sent);
  });

  it('is sent no line that would end a change by itself', async ({ sessions }) => {
    const device = await sessions.device({ type: 'cisco-xr' });
    const session = await sessions.open(targetOf(device));
    for (const line of ['commit', ' comm', 'abort', 'do reload', 'END']) {
      const error = await failureOf(session.change(['hostname x', line], { mode: 'check' }));
      expect(error).toMatchObject({ kind: 'invalid-input', errors: [{ pointer: '#/lines/1' }] });
    }
    expect(device.lines()).not.toContain('configure terminal');
  });

  it('ends in the middle of a change, and nothing of a candidate stays', async ({ sessions }) => {
    const device = await sessions.device({
      type: 'juniper-junos',
      behaviour: { diesAt: 'commit' },
    });
    const session = await sessions.open(targetOf(device));
    const lines = ['set system host-name edge-2'];
    const error = await failureOf(session.change(lines, { mode: 'apply' }));
    expect(error.code).toBe('device-dialog-failed');
    expect(device.state()).toBeUndefined();
  });

  it('refuses to commit, and the candidate is dropped', ({ sessions }) =>
    together(['cisco-xr', 'juniper-junos', 'arista-eos'], String, async (type) => {
      const device = await sessions.device({ type, behaviour: { commitFails: true } });
      const session = await sessions.open(targetOf(device));
      const line = type === 'juniper-junos' ? 'set system host-name e2' : 'hostname e2';
      const error = await failureOf(session.change([line], { mode: 'apply' }));
      expect(error).toMatchObject({
        code: 'device-refused-change',
        line: undefined,
        isPartlyActive: false,
      });
      expect(error.detail).not.toMatch(/inet|family|pseudo|Commit failed/);
      expect(device.state()).toBeUndefined();
      expect((await session.run('show clock')).refused).toBe(false);
    })());

  it.for(['cisco-ios', 'cisco-nx'])(
    'is answered when %s asks before it saves',
    async (type, { sessions }) => {
      const device = await sessions.device({ type, behaviour: { asksOnSave: true } });
      const session = await sessions.open(targetOf(device));
      await session.change(['hostname router1'], { mode: 'apply' });
      expect(device.state()?.saved).toContain('hostname router1');
      const answers = device.receipts().flatMap(({ answered }) => answered ?? []);
      expect(answers).toEqual([type === 'cisco-nx' ? 'y' : '']);
    },
  );

  it('takes a text of several lines as one', async ({ sessions }) => {
    const device = await sessions.device(IOS);
    const session = await sessions.open(targetOf(device));
    const lines = ['banner motd #', 'for friends', 'nobody ? may enter', '#', 'hostname router1'];
    await session.change(lines, { mode: 'apply' });
    expect(device.state()?.running).toContain(
      'banner motd # / for friends / nobody ? may enter / #',
    );
  });

  describe('at the login', () => {
    it.for([
      ['show a password and no enable password', undefined, 'none is stored'],
      ['give a wrong enable password', 'wrong-Secret', 'refuses the enable password'],
    ])('is left when we %s', async ([, password, words], { sessions }) => {
      const device = await sessions.device({
        ...IOS,
        startsUnprivileged: true,
        enablePassword: 'open sesame',
      });
      const enablePassword = password === undefined ? {} : { enablePassword: secret(password) };
      const error = await failureOf(connectorWith(HASTY).open(targetOf(device, enablePassword)));
      expect(error.code).toBe('device-authentication-failed');
      expect(error.detail).toContain(words);
      expect(JSON.stringify(error)).not.toMatch(/sesame|wrong-Secret/);
    });

    it('lets us into the enable mode', async ({ sessions }) => {
      const script = { ...IOS, startsUnprivileged: true, enablePassword: 'open sesame' };
      const text = await reading(sessions, script, { enablePassword: secret('open sesame') }, {});
      expect(text).toContain('hostname router1\n');
    });

    it('leads from a shell to the CLI', async ({ sessions }) => {
      const script = { type: 'linux-frr', behaviour: { startsInShell: true } };
      expect(await reading(sessions, script, {}, {})).toContain('frr version 8.4.2\n');
    });

    it('is told nothing when its host key is another one', async ({ sessions }) => {
      const device = await sessions.device(IOS);
      const target = targetOf(device);
      await device.halt();
      device.newHostKey();
      await device.run();
      const error = await failureOf(connectorWith().open(target));
      expect(error).toMatchObject({ kind: 'upstream-failed', code: 'host-key-changed' });
      expect(seenHostKey(error)).toEqual({ of: 'device', key: device.hostKey });
      expect(device.sessions()).toBe(0);
      const unpinned = await failureOf(
        connectorWith().open({ ...target, hostKey: { mode: 'pinned' } }),
      );
      expect(unpinned.code).toBe('host-key-changed');
      const trusting = await sessions.open({ ...target, hostKey: { mode: 'first-use' } });
      expect(trusting.hostKey).toBe(device.hostKey);
    });

    it('refuses another private key, and one that nobody can read', async ({ sessions }) => {
      const [device, other] = [await sessions.device(IOS), await sessions.device(IOS)];
      for (const privateKey of [secret(other.privateKey), secret('no key')]) {
        const error = await failureOf(connectorWith().open(targetOf(device, { privateKey })));
        expect(error.code).toBe('device-authentication-failed');
      }
      expect(device.sessions()).toBe(0);
    });

    it('is spoken to in old algorithms only when that is configured', async ({ sessions }) => {
      const sshd = [
        'KexAlgorithms diffie-hellman-group14-sha1',
        'HostKeyAlgorithms ssh-rsa',
        'Ciphers aes128-cbc',
        'MACs hmac-sha1',
      ];
      const device = await sessions.device(IOS, { configuration: sshd, hostKeyType: 'rsa' });
      const error = await failureOf(connectorWith().open(targetOf(device)));
      expect(error.code).toBe('device-unreachable');
      expect(error.detail).toContain('legacy algorithms are not allowed');
      const session = await sessions.open(targetOf(device, { legacyAlgorithms: true }));
      expect(await session.readConfiguration()).toContain('hostname router1');
    });
  });

  describe('behind a jump host', () => {
    it('is reached with a key and credentials of each', async ({ sessions }) => {
      const [jump, device] = [
        await sessions.device(IOS),
        await sessions.device({ type: 'cisco-nx' }),
      ];
      const session = await sessions.open(targetOf(device, { jump: targetOf(jump) }));
      expect(session.hostKey).toBe(device.hostKey);
      expect(await session.readConfiguration()).toContain('hostname router1');
      expect(jump.sessions()).toBe(0);
    });

    it('is not asked for when the jump host has another key or cannot connect', async ({
      sessions,
    }) => {
      const [jump, device] = [await sessions.device(IOS), await sessions.device(IOS)];
      const other = targetOf(jump, { hostKey: { mode: 'pinned', pinned: device.hostKey } });
      const changed = await failureOf(connectorWith().open(targetOf(device, { jump: other })));
      expect(changed.code).toBe('host-key-changed');
      expect(seenHostKey(changed)).toEqual({ of: 'jump', key: jump.hostKey });
      await device.halt();
      const closed = targetOf(device, { jump: targetOf(jump) });
      expect((await failureOf(connectorWith().open(closed))).code).toBe('device-unreachable');
      const metadata = { ...closed, host: '169.254.169.254' };
      expect((await failureOf(connectorWith().open(metadata))).code).toBe('forbidden-target');
    });
  });

  describe('and a caller with little time', () => {
    it('is left at once when the caller gives up', async ({ sessions }) => {
      const device = await sessions.device(behaving({ hangs: true }));
      const giveUp = new AbortController();
      const session = await sessions.open(targetOf(device), { signal: giveUp.signal });
      const work = session.readConfiguration();
      const reason = new Error('enough');
      giveUp.abort(reason);
      await expect(work).rejects.toBe(reason);
      await expect(session.run('show clock')).rejects.toBe(reason);
      await expect(connectorWith().open(targetOf(device), { signal: giveUp.signal })).rejects.toBe(
        reason,
      );
    });

    it('is left when the time of the whole session is over', ALONE, async ({ sessions }) => {
      const device = await sessions.device(behaving({ hangs: true }));
      const session = await sessions.open(targetOf(device), { deadlineMs: 3000 });
      const error = await failureOf(session.readConfiguration());
      expect(error).toMatchObject({ kind: 'upstream-timeout', code: 'device-dialog-failed' });
    });

    it('ends its calls when it is closed', async ({ sessions }) => {
      const device = await sessions.device(behaving({ hangs: true }));
      const session = await sessions.open(targetOf(device));
      const work = failureOf(session.readConfiguration());
      await session.close();
      await session.close();
      expect((await work).code).toBe('device-dialog-failed');
    });
  });
});

// Not concurrent: it would run beside the tests above that count what is open.
const describeWithPasswords = SSHD_PASSWORDS_MISSING === undefined ? describe : describe.skip;
describeWithPasswords(`a device with passwords (${SSHD_PASSWORDS_MISSING ?? 'of sshd'})`, () => {
  it('takes the right one and no other', async ({ sessions }) => {
    const device = await sessions.device(IOS, { hasPassword: true });
    const { privateKey, ...target } = targetOf(device);
    expect(privateKey).toBeDefined();
    const session = await sessions.open({ ...target, password: secret(DEVICE_PASSWORD) });
    expect((await session.run('show clock')).refused).toBe(false);
    const wrong = { ...target, password: secret('not-the-Password') };
    const error = await failureOf(connectorWith().open(wrong));
    expect(error.code).toBe('device-authentication-failed');
    expect(error.detail).not.toContain('not-the-Password');
    expect(device.sessions()).toBe(1);
  });
});
