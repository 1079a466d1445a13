import { type ServerChannel, type Session } from 'ssh2';
import { afterEach, describe, expect, it } from 'vitest';
import { connectorWith, failureOf } from '../../../test/support/device-sessions.js';
import { eventually } from '../../../test/support/eventually.js';
import {
  type SshServer,
  type SshServerScript,
  startSshServer,
} from '../../../test/support/fakes/ssh-server.js';
import { Secret } from '../../kernel/secret.js';
import { type AcceptedHostKey, type DeviceTarget } from './device-target.js';

const PASSWORD = 'right one';
/** The window of a channel is 2 MB. */
const ERROR_BYTES = 4 * 1024 * 1024;
const servers: SshServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function server(script: SshServerScript = {}): Promise<SshServer> {
  const started = await startSshServer(script);
  servers.push(started);
  return started;
}

function targetOf({ host, port }: SshServer, change: Partial<DeviceTarget> = {}): DeviceTarget {
  return {
    host,
    port,
    type: 'cisco-ios',
    username: 'admin',
    legacyAlgorithms: false,
    password: new Secret(PASSWORD),
    hostKey: { mode: 'first-use' },
    ...change,
  };
}

/** Takes the password where it is asked for in these questions, and in no other way. */
function asking(questions: readonly { prompt: string; echo: boolean }[], answers: string[][]) {
  return server({
    authenticate: (attempt) => {
      if (attempt.method !== 'keyboard-interactive') {
        attempt.reject(['keyboard-interactive']);
        return;
      }
      attempt.prompt([...questions], (given) => {
        answers.push(given);
        if (given[0] === PASSWORD && given.length === 1) attempt.accept();
        else attempt.reject(['keyboard-interactive']);
      });
    },
  });
}

const sockets = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

describe('a login by questions', () => {
  it('answers the one that is hidden with the password', async () => {
    const answers: string[][] = [];
    const device = await asking([{ prompt: 'Password: ', echo: false }], answers);
    const session = await connectorWith().open(targetOf(device));
    expect((await session.run('show clock')).refused).toBe(false);
    await session.close();
    expect(answers).toEqual([[PASSWORD]]);
    expect(device.tried).toEqual(['none', 'keyboard-interactive']);
  });

  it.each([
    ['a wrong password', [{ prompt: 'Password: ', echo: false }], [['wrong']]],
    ['a question that is shown', [{ prompt: 'Favourite colour? ', echo: true }], [['']]],
    [
      'a second question',
      [
        { prompt: 'Password: ', echo: false },
        { prompt: 'Token: ', echo: false },
      ],
      [['', '']],
    ],
  ])('fails once with %s', async (_, questions, expected) => {
    const answers: string[][] = [];
    const device = await asking(questions, answers);
    const password = new Secret(expected[0]?.[0] === 'wrong' ? 'wrong' : PASSWORD);
    const error = await failureOf(connectorWith().open(targetOf(device, { password })));
    expect(error.code).toBe('device-authentication-failed');
    expect(error.detail).not.toMatch(/wrong|right one|colour|Token/);
    expect(answers).toEqual(expected);
  });
});

describe('a wrong password', () => {
  it('is tried once and told to nobody', async () => {
    const device = await server({
      authenticate: (attempt) => {
        attempt.reject(['password', 'keyboard-interactive']);
      },
    });
    const error = await failureOf(connectorWith().open(targetOf(device)));
    expect(error.code).toBe('device-authentication-failed');
    expect(error.detail).not.toContain(PASSWORD);
    expect(device.tried).toEqual(['none', 'password']);
  });
});

describe('a host key that is taken', () => {
  it('is told before the login ends, also the one of the jump host', async () => {
    const refusing: SshServerScript = {
      authenticate: (attempt) => {
        attempt.reject();
      },
    };
    const [jump, device] = [await server(refusing), await server()];
    const accepted: AcceptedHostKey[] = [];
    const onHostKey = (key: AcceptedHostKey): void => void accepted.push(key);
    const target = targetOf(device, { jump: targetOf(jump) });
    const error = await failureOf(connectorWith().open(target, { onHostKey }));
    expect(error.code).toBe('device-authentication-failed');
    expect(accepted).toEqual([{ of: 'jump', key: jump.hostKey }]);
  });

  it('is no other than the pinned one, and no method is tried with another', async () => {
    const [device, other] = [await server(), await server()];
    const accepted: AcceptedHostKey[] = [];
    const onHostKey = (key: AcceptedHostKey): void => void accepted.push(key);
    const hostKey = { mode: 'first-use', pinned: other.hostKey } as const;
    const opening = connectorWith().open(targetOf(device, { hostKey }), { onHostKey });
    expect((await failureOf(opening)).code).toBe('host-key-changed');
    expect([accepted, device.tried]).toEqual([[], []]);
  });
});

/** Gives a terminal, and a shell that does this. */
function givingShell(session: Session, does: (channel: ServerChannel) => void): void {
  session.on('pty', (agree) => {
    agree();
  });
  session.on('shell', (agree) => {
    does(agree());
  });
}

describe('a host with no shell to speak with', () => {
  it.each<[string, string, (session: Session) => void]>([
    [
      'refuses a terminal',
      'it opens no shell',
      (session) => {
        session.on('pty', (_agree, refuse) => {
          refuse();
        });
      },
    ],
    [
      'says that nothing more will come, and stays',
      'it ended the session',
      (session) => {
        givingShell(session, (channel) => {
          channel.eof();
        });
      },
    ],
    [
      'has written more errors than a channel holds, and ends',
      'it ended the session',
      (session) => {
        givingShell(session, (channel) => {
          channel.stderr.write(Buffer.alloc(ERROR_BYTES), () => channel.end());
        });
      },
    ],
  ])('that %s, is left at once: %s', async (_, words, begin) => {
    const device = await server({
      signedIn: (connection) => {
        connection.on('session', (accept) => {
          begin(accept());
        });
      },
    });
    const connector = connectorWith({ DEVICE_COMMAND_TIMEOUT_MS: '10000' });
    const error = await failureOf(connector.open(targetOf(device)));
    expect(error).toMatchObject({ kind: 'upstream-failed', code: 'device-dialog-failed' });
    expect(error.detail).toBe(`The dialog with 127.0.0.1 failed: ${words}`);
  });
});

describe('a connection that ends with the login', () => {
  it.each([
    ['of a device', (end: SshServer) => targetOf(end), 'device-dialog-failed'],
    [
      'of a jump host',
      (end: SshServer) => targetOf(end, { port: 1, jump: targetOf(end) }),
      'device-unreachable',
    ],
  ])('%s is a failure with a code, and leaves nothing open', async (_, toTarget, code) => {
    const before = sockets();
    const device = await server({ signedIn: (connection) => connection.end() });
    const error = await failureOf(connectorWith().open(toTarget(device)));
    expect(error).toMatchObject({ kind: 'upstream-failed', code });
    await Promise.all(servers.splice(0).map((one) => one.close()));
    await eventually(
      () => Promise.resolve(sockets()),
      (now) => now <= before,
    );
  });

  it('is not begun for a caller who has given up while a name was looked up', async () => {
    const device = await server();
    const giveUp = new AbortController();
    const reason = new Error('enough');
    const target = targetOf(device, { jump: targetOf(device) });
    const opening = connectorWith().open(target, { signal: giveUp.signal });
    giveUp.abort(reason);
    await expect(opening).rejects.toBe(reason);
    expect(device.tried).toEqual([]);
  });
});
