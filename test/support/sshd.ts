import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DeviceScript } from './device-script.js';
import { FakeDevice } from './fake-device.js';

const SSHD_FILE = ['/usr/sbin/sshd', '/usr/bin/sshd', '/usr/local/sbin/sshd'].find((path) =>
  existsSync(path),
);
const FAKE_DEVICE = fileURLToPath(new URL('./fake-device-program.mjs', import.meta.url));
const isRoot = userInfo().uid === 0;

/** Why tests that need a real sshd are skipped; undefined where they run. */
export const SSHD_MISSING = SSHD_FILE === undefined ? 'no sshd is installed' : undefined;

/**
 * Why the real sshd cannot check a password here: it asks the system's own table of accounts, and a
 * table of our own can be laid over that only as root with a mount namespace.
 */
export const SSHD_PASSWORDS_MISSING = SSHD_MISSING ?? passwordsMissing();

/** Password of the account at devices that were started with `hasPassword`. */
export const DEVICE_PASSWORD = 'the-Password of.the device?1';

/** How sshd itself is set up. */
export interface SshdOptions {
  /** Further lines of sshd_config. */
  readonly configuration?: readonly string[];
  /** Checks passwords as well; see SSHD_PASSWORDS_MISSING. */
  readonly hasPassword?: boolean;
  readonly hostKeyType?: 'ed25519' | 'rsa' | 'ecdsa';
}

/** Starts a device behind a real sshd on a loopback port, a process for each session. */
export async function startSshdDevice(
  script: DeviceScript,
  options: SshdOptions = {},
): Promise<FakeDevice> {
  const device = new SshdDevice(script, await freePort(), options);
  await device.run();
  return device;
}

class SshdDevice extends FakeDevice {
  readonly privateKey: string;
  hostKey = '';
  private process: ChildProcess | undefined;

  constructor(
    script: DeviceScript,
    readonly port: number,
    private readonly sshd: SshdOptions,
  ) {
    super(script);
    const file = join(this.directory, 'user_key');
    makeKey(file, 'ed25519');
    this.privateKey = readFileSync(file, 'utf8');
    renameSync(`${file}.pub`, join(this.directory, 'authorized_keys'));
    this.newHostKey();
    this.behave({});
  }

  override behave(change: Partial<DeviceScript>): void {
    super.behave(change);
    writeFileSync(join(this.directory, 'settings.json'), JSON.stringify(this.settings));
  }

  newHostKey(): void {
    const file = join(this.directory, 'host_key');
    rmSync(file, { force: true });
    makeKey(file, this.sshd.hostKeyType ?? 'ed25519');
    this.hostKey = fingerprint(file);
  }

  async run(): Promise<void> {
    if (isRoot) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
    writeFileSync(join(this.directory, 'sshd_config'), this.configuration());
    const [file, ...options] = this.command();
    this.process = spawn(file ?? '', options, { stdio: 'ignore' });
    for (let attempt = 0; attempt < 200; attempt += 1) {
      if (await answers(this.port)) return;
      await delay(25);
    }
    throw new Error('sshd does not listen');
  }

  async halt(): Promise<void> {
    const { process } = this;
    this.process = undefined;
    if (process?.exitCode !== null) return;
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
  }

  private command(): string[] {
    const sshd = [SSHD_FILE ?? '', '-D', '-f', join(this.directory, 'sshd_config')];
    if (!this.sshd.hasPassword) return sshd;
    const hash = spawnSync('openssl', ['passwd', '-6', DEVICE_PASSWORD], { encoding: 'utf8' });
    const shadow = readFileSync('/etc/shadow', 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith(`${this.username}:`));
    const ours = `${this.username}:${hash.stdout.trim()}:20000:0:99999:7:::`;
    const file = join(this.directory, 'shadow');
    writeFileSync(file, [ours, ...shadow].join('\n'), { mode: 0o600 });
    return [
      'unshare',
      '-m',
      'sh',
      '-c',
      'mount --bind "$0" /etc/shadow && exec "$@"',
      file,
      ...sshd,
    ];
  }

  private configuration(): string {
    const path = (name: string): string => join(this.directory, name);
    return [
      `Port ${this.port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${path('host_key')}`,
      'PidFile none',
      'UsePAM no',
      'StrictModes no',
      'PermitRootLogin yes',
      `AuthorizedKeysFile ${path('authorized_keys')}`,
      `PasswordAuthentication ${this.sshd.hasPassword ? 'yes' : 'no'}`,
      'KbdInteractiveAuthentication no',
      'MaxStartups 1000',
      'PrintMotd no',
      'PrintLastLog no',
      'UseDNS no',
      // The user's shell starts the command, and would first run what the user wrote into .bashrc.
      `SetEnv HOME=${this.directory}`,
      `ForceCommand exec ${process.execPath} ${FAKE_DEVICE} ${this.directory}`,
      ...(this.sshd.configuration ?? []),
      '',
    ].join('\n');
  }
}

/** Makes a key without passphrase. */
function makeKey(file: string, type: string): void {
  const bits = type === 'rsa' ? ['-b', '2048'] : [];
  const made = spawnSync('ssh-keygen', ['-q', '-t', type, ...bits, '-N', '', '-f', file]);
  if (made.status !== 0) throw new Error(`ssh-keygen: ${made.stderr.toString()}`);
}

function fingerprint(file: string): string {
  const shown = spawnSync('ssh-keygen', ['-l', '-E', 'sha256', '-f', file], { encoding: 'utf8' });
  return shown.stdout.split(' ')[1] ?? '';
}

function passwordsMissing(): string | undefined {
  if (!isRoot) return 'passwords need root';
  const tried = spawnSync('unshare', ['-m', 'mount', '--bind', '/etc/shadow', '/etc/shadow']);
  return tried.status === 0 ? undefined : 'no mount namespace can be made';
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'data');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
