import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HandClock } from '../../../test/support/hand-clock.js';
import {
  aDirectoryGroup,
  aPerson,
  READER,
  SLAPD,
  SUFFIX,
  TestDirectory,
} from '../../../test/support/slapd.js';
import { AppError } from '../../kernel/app-error.js';
import { loadConfig } from '../../platform/config/config.js';
import { AppLogger } from '../../platform/logging/app-logger.js';
import { LdapDirectory } from './ldap.directory.js';

const PASSWORD = 'the-password-of-ann';
const lines: string[] = [];
const clock = new HandClock();

function aDirectory(env: Readonly<Record<string, string>>): LdapDirectory {
  const config = loadConfig({ LOG_LEVEL: 'debug', LOG_FORMAT: 'json', ...env });
  const log = new AppLogger(config.logging, { write: (line) => lines.push(line) });
  return new LdapDirectory(config.ldap, config.outbound, log, clock);
}

/** The failure, without a password anywhere in it. */
async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  const everything = inspect(error, { depth: 20, showHidden: true }) + lines.join('');
  for (const secret of [PASSWORD, READER.password]) expect(everything).not.toContain(secret);
  return error as AppError;
}

const describeWithServer = SLAPD === undefined ? describe.skip : describe;

describeWithServer(
  SLAPD === undefined ? 'LdapDirectory (skipped: no slapd is installed)' : 'LdapDirectory',
  () => {
    let server: TestDirectory;
    beforeAll(async () => {
      server = await TestDirectory.start(
        [
          aPerson('ann', { password: PASSWORD, givenName: 'Ann A.' }),
          aPerson('Ängström', { password: 'pass wörd' }),
          aPerson('star*(x)', { password: 'starry' }),
          aPerson('nobody', {}),
          aDirectoryGroup('ops', ['ann']),
          aDirectoryGroup('net', ['ann', 'nobody']),
          aDirectoryGroup('others', ['nobody']),
        ].join(''),
      );
    });
    afterAll(() => server.stop());

    const ask = (username: string, password: string, env: Readonly<Record<string, string>> = {}) =>
      aDirectory({ ...server.env, ...env }).authenticate(username, password);
    const nameOf = async (...given: Parameters<typeof ask>) => (await ask(...given))?.username;

    it('knows a user by name and password, and the groups', async () => {
      const identity = await ask('ann', PASSWORD);
      // A directory answers in any order.
      const groups = identity?.groups.toSorted((one, other) => one.id.localeCompare(other.id));
      expect({ ...identity, groups }).toEqual({
        provenance: 'ldap',
        key: `ldap ${identity?.id ?? ''}`,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        username: 'ann',
        firstname: 'Ann A.',
        groups: [
          { id: `cn=net,ou=groups,${SUFFIX}`, name: 'net' },
          { id: `cn=ops,ou=groups,${SUFFIX}`, name: 'ops' },
        ],
      });
    });

    it.each([
      ['ANN', PASSWORD, 'ann'],
      ['Ängström', 'pass wörd', 'Ängström'],
      ['star*(x)', 'starry', 'star*(x)'],
    ])('knows %s', async (username, password, expected) => {
      expect(await nameOf(username, password)).toBe(expected);
    });

    it.each([
      ['a wrong password', 'ann', 'guess'],
      ['an empty password, with which everybody could bind', 'ann', ''],
      ['an unknown name', 'nemo', PASSWORD],
      ['a user without a password', 'nobody', PASSWORD],
      ['a wildcard', '*', PASSWORD],
      ['a part of a name', 'an*', PASSWORD],
      ['a filter', '*)(uid=*', PASSWORD],
      ['a filter that finds another', 'x)(|(uid=ann)', PASSWORD],
      ['an escaped name', 'a\\6en', PASSWORD],
      ['a name with a NUL', 'ann\0', PASSWORD],
      ['a name with a line break', 'ann\n', 'guess'],
      ['a DN', `uid=ann,ou=people,${SUFFIX}`, PASSWORD],
      ['no name', '', PASSWORD],
      ['a name without end', 'a'.repeat(100_000), PASSWORD],
      ['a password without end', 'ann', 'x'.repeat(100_000)],
    ])('knows nobody by %s', async (_, username, password) => {
      expect(await ask(username, password)).toBeNull();
    });

    it('tries a password on nobody when a filter finds several', async () => {
      const env = { LDAP_USER_FILTER: '(|(uid={username})(uid=nobody))' };
      expect(await ask('ann', PASSWORD, env)).toBeNull();
    });

    it('tells of no groups where none are asked for, and of none that are not the user’s', async () => {
      expect((await ask('ann', PASSWORD, { LDAP_GROUP_BASE: '' }))?.groups).toEqual([]);
      const byName = {
        LDAP_GROUP_FILTER: `(&(cn=net)(member=uid={username},ou=people,${SUFFIX}))`,
      };
      const groups = (await ask('ann', PASSWORD, byName))?.groups.map(({ name }) => name);
      expect(groups).toEqual(['net']);
    });

    it('knows nobody whose entry lacks what an account needs, and says so', async () => {
      expect(await ask('ann', PASSWORD, { LDAP_ID_ATTRIBUTE: 'employeeNumber' })).toBeNull();
      expect(lines.at(-1)).toContain('employeeNumber');
    });

    it('searches anonymously where no reader is named', async () => {
      // This server shows nothing to strangers.
      const env = { LDAP_BIND_DN: '', LDAP_BIND_PASSWORD: '' };
      expect(await failureOf(ask('ann', PASSWORD, env))).toMatchObject({ kind: 'unavailable' });
    });

    describe('over TLS', () => {
      const plain = () => ({ LDAP_STARTTLS: 'true' });
      const encrypted = () => ({ LDAP_URL: `ldaps://127.0.0.1:${server.tlsPort}` });
      const trusted = () => ({ EXTRA_CA_FILE: server.certificateFile });

      it.each([
        ['STARTTLS', plain],
        ['ldaps', encrypted],
      ])('works with %s', async (_, env) => {
        expect(await nameOf('ann', PASSWORD, { ...env(), ...trusted() })).toBe('ann');
      });

      it.each([
        ['STARTTLS', plain],
        ['ldaps', encrypted],
      ])('trusts no certificate by %s that nobody vouches for', async (_, env) => {
        const failure = await failureOf(ask('ann', PASSWORD, env()));
        expect(String(failure.cause)).toContain('SELF_SIGNED');
      });
    });

    it.each([
      ['the reader’s password is wrong', { LDAP_BIND_PASSWORD: 'wrong' }],
      ['the place of the users is wrong', { LDAP_USER_BASE: 'ou=nowhere,dc=example,dc=net' }],
      ['the filter is no filter', { LDAP_USER_FILTER: '(uid={username})(oops)' }],
    ])('is unavailable when %s', async (_, env) => {
      const failure = await failureOf(ask('ann', PASSWORD, env));
      expect(failure).toMatchObject({ kind: 'unavailable', code: 'directory-unavailable' });
    });

    it('is unavailable while the server is down, and comes back with it', async () => {
      await server.halt();
      const failure = await failureOf(ask('ann', PASSWORD));
      expect(failure.detail).toContain('accounts of this platform itself can sign in');
      await server.run();
      expect(await nameOf('ann', PASSWORD)).toBe('ann');
    });
  },
);

describe('LdapDirectory before a server that means no good', () => {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  afterEach(() => {
    sockets.forEach((socket) => socket.destroy());
    server?.close();
  });

  /** A directory whose server does this with each connection. */
  const facing = async (behave: (socket: Socket) => void, env = {}): Promise<LdapDirectory> => {
    server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      behave(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return aDirectory({
      LDAP_URL: `ldap://127.0.0.1:${port}`,
      LDAP_USER_BASE: SUFFIX,
      LDAP_TIMEOUT_MS: '300',
      ...env,
    });
  };
  /** A message of LDAP: id 1, and the bytes of an answer. */
  const message = (...bytes: number[]): Buffer =>
    Buffer.from([0x30, bytes.length + 3, 0x02, 0x01, 0x01, ...bytes]);
  const bound = (code: number): Buffer => message(0x61, 0x07, 0x0a, 1, code, 0x04, 0, 0x04, 0);

  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['hangs up at once', (socket) => socket.end()],
    ['speaks another language', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'.repeat(50))],
    ['sends zeros', (socket) => socket.write(Buffer.alloc(4096))],
    ['sends what is nearly an answer', (socket) => socket.write(message(0x61, 0x7f, 0x0a))],
    ['announces 4 GiB', (socket) => socket.write(Buffer.from('3084ffffffff020101', 'hex'))],
    [
      'sends without end',
      (socket) => {
        const flood = (): void => {
          while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 0x30)));
        };
        socket.on('drain', flood);
        flood();
      },
    ],
    ['answers the bind with a code nobody knows', (socket) => socket.write(bound(123))],
    ['sends us elsewhere', (socket) => socket.once('data', () => socket.write(bound(10)))],
  ])('is unavailable when it %s', async (_, behave) => {
    const directory = await facing(behave);
    const failure = await failureOf(directory.authenticate('ann', PASSWORD));
    expect(failure).toMatchObject({ kind: 'unavailable', code: 'directory-unavailable' });
  });

  it('is not asked again for ten seconds after it kept somebody waiting', async () => {
    let connections = 0;
    const directory = await facing(() => {
      connections += 1;
    });
    const ask = () => failureOf(directory.authenticate('ann', PASSWORD));
    await ask();
    clock.advance({ ms: 9999 });
    await ask();
    expect(connections).toBe(1);
    clock.advance({ ms: 1 });
    await ask();
    expect(connections).toBe(2);
  });

  it('sends no password to addresses that hand out credentials of the cloud', async () => {
    const directory = aDirectory({
      LDAP_URL: 'ldaps://169.254.169.254',
      LDAP_USER_BASE: SUFFIX,
      LDAP_TIMEOUT_MS: '5000',
    });
    const failure = await failureOf(directory.authenticate('ann', PASSWORD));
    expect(String(failure.cause)).toContain('never called');
  });

  it('asks nobody where no directory is configured', async () => {
    const directory = aDirectory({});
    expect(directory.isConfigured).toBe(false);
    expect(await directory.authenticate('ann', PASSWORD)).toBeNull();
  });
});
