import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { selfSignedCertificate } from './self-signed-certificate.js';

const CANDIDATES = ['/usr/sbin/slapd', '/usr/lib/openldap/slapd', '/usr/libexec/slapd'];

/** Where OpenLDAP's server is; undefined where it is not installed, and tests that need it say so. */
export const SLAPD = CANDIDATES.find((path) => existsSync(path));

/** Entry above all others. */
export const SUFFIX = 'dc=example,dc=net';
/** Searches for the platform, and may read neither passwords nor change anything. */
export const READER = { dn: `cn=reader,${SUFFIX}`, password: 'the-password-of-the-reader' };

const attempts = { count: 100, pauseMs: 50 };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function configuration(directory: string): string {
  return `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${directory}/slapd.pid
TLSCertificateFile ${directory}/cert.pem
TLSCertificateKeyFile ${directory}/key.pem
database mdb
suffix "${SUFFIX}"
rootdn "cn=admin,${SUFFIX}"
directory ${directory}/db
maxsize 16777216
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER.dn}" read by anonymous auth by * none
`;
}

const BASE = `dn: ${SUFFIX}
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: ${READER.dn}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${READER.password}

dn: ou=people,${SUFFIX}
objectClass: organizationalUnit
ou: people

dn: ou=groups,${SUFFIX}
objectClass: organizationalUnit
ou: groups
`;

/** OpenLDAP's server on loopback ports, with a database of its own, until `stop`. */
export class TestDirectory {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly directory: string,
    readonly port: number,
    readonly tlsPort: number,
    /** PEM, to be trusted. */
    readonly certificateFile: string,
  ) {}

  /** @param entries LDIF of people and groups below `SUFFIX`. */
  static async start(entries: string): Promise<TestDirectory> {
    const directory = mkdtempSync(join(tmpdir(), 'netadmin-slapd-'));
    const { certificate, key } = selfSignedCertificate('directory.test');
    mkdirSync(join(directory, 'db'));
    writeFileSync(join(directory, 'cert.pem'), certificate);
    writeFileSync(join(directory, 'key.pem'), key);
    writeFileSync(join(directory, 'slapd.conf'), configuration(directory));
    writeFileSync(join(directory, 'data.ldif'), `${BASE}\n${entries}`);
    const files = ['-f', join(directory, 'slapd.conf'), '-l', join(directory, 'data.ldif')];
    const loaded = spawnSync(join(dirname(SLAPD ?? ''), 'slapadd'), files, { encoding: 'utf8' });
    if (loaded.status !== 0) throw new Error(`slapadd: ${loaded.stderr}`);
    const made = new TestDirectory(
      directory,
      await freePort(),
      await freePort(),
      join(directory, 'cert.pem'),
    );
    await made.run();
    return made;
  }

  /** What the platform needs to know of it. */
  get env(): Readonly<Record<string, string>> {
    return {
      LDAP_URL: `ldap://127.0.0.1:${this.port}`,
      LDAP_BIND_DN: READER.dn,
      LDAP_BIND_PASSWORD: READER.password,
      LDAP_USER_BASE: `ou=people,${SUFFIX}`,
      LDAP_GROUP_BASE: `ou=groups,${SUFFIX}`,
    };
  }

  /** Starts the server, again after `halt`. */
  async run(): Promise<void> {
    const urls = `ldap://127.0.0.1:${this.port} ldaps://127.0.0.1:${this.tlsPort}`;
    const options = ['-f', join(this.directory, 'slapd.conf'), '-h', urls, '-d', '0'];
    this.process = spawn(SLAPD ?? '', options, { stdio: 'ignore' });
    for (let attempt = 0; attempt < attempts.count; attempt += 1) {
      if (await this.answers()) return;
      await delay(attempts.pauseMs);
    }
    throw new Error('slapd does not listen');
  }

  /** Stops the server and keeps its data. */
  async halt(): Promise<void> {
    const { process } = this;
    this.process = undefined;
    if (process?.exitCode !== null) return;
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.halt();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async answers(): Promise<boolean> {
    const socket = connect(this.tlsPort, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }
}

/** LDIF of a person. */
export function aPerson(
  uid: string,
  { password, givenName = uid }: { readonly password?: string; readonly givenName?: string },
): string {
  const attribute = (name: string, value: string): string =>
    `${name}:: ${Buffer.from(value).toString('base64')}`;
  const dn = `uid=${escapedDnValue(uid)},ou=people,${SUFFIX}`;
  return [
    attribute('dn', dn),
    'objectClass: inetOrgPerson',
    attribute('uid', uid),
    attribute('cn', uid),
    attribute('sn', uid),
    attribute('givenName', givenName),
    ...(password === undefined ? [] : [attribute('userPassword', password)]),
    '',
    '',
  ].join('\n');
}

/** LDIF of a group. */
export function aDirectoryGroup(cn: string, uids: readonly string[]): string {
  const members = uids.map((uid) => `member: uid=${uid},ou=people,${SUFFIX}`);
  const dn = `cn=${cn},ou=groups,${SUFFIX}`;
  return [`dn: ${dn}`, 'objectClass: groupOfNames', `cn: ${cn}`, ...members, '', ''].join('\n');
}

function escapedDnValue(value: string): string {
  return value.replace(/[,+"\\<>;=#]/g, (character) => `\\${character}`);
}
