import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SSHD_FILE = ['/usr/sbin/sshd', '/usr/bin/sshd', '/usr/local/sbin/sshd'].find((path) =>
  existsSync(path),
);
const FAKE_DEVICE = join(dirname(fileURLToPath(import.meta.url)), 'fake-device.mjs');
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

/** How the device misbehaves; each of them is off when absent. */
export interface DeviceBehaviour {
  /** Writes in pieces of so many bytes, with pauses. */
  readonly pieces?: number;
  readonly pauseMs?: number;
  /** Writes noise instead of the configuration and falls silent. */
  readonly garbled?: boolean;
  /** Ends the session after so many lines of the configuration. */
  readonly droppedAfterLines?: number;
  /** Shows only so many lines of the configuration, and the prompt behind them. */
  readonly cutAfterLines?: number;
  /** Writes without end where the configuration is asked for; `line`: in one line. */
  readonly endless?: boolean | 'line';
  /** Shows a configuration of so many bytes, and its end. */
  readonly configurationBytes?: number;
  /** Writes without end before any prompt. */
  readonly floods?: boolean;
  /** Never answers when the configuration is asked for. */
  readonly hangs?: boolean;
  /** Never shows a prompt. */
  readonly silent?: boolean;
  readonly withoutEcho?: boolean;
  readonly colours?: boolean;
  readonly titles?: boolean;
  /** Ends lines with CR NUL CR LF. */
  readonly padding?: boolean;
  /** Refuses to switch paging off. */
  readonly alwaysPages?: boolean;
  /** Never pages. */
  readonly withoutPager?: boolean;
  /** Writes the text of the prompt inside of the configuration and pauses so long behind it. */
  readonly stallsAtPromptText?: number;
  readonly asksOnSave?: boolean;
  readonly commitFails?: boolean;
  readonly startsInShell?: boolean;
  /** Ends the session when it receives a line with this text. */
  readonly diesAt?: string;
}

/** What the device is. */
export interface DeviceScript {
  /** A name of `DEVICE_TYPES`. */
  readonly type: string;
  readonly hostname?: string;
  readonly behaviour?: DeviceBehaviour;
  /** Shown after the login. */
  readonly banner?: string;
  /** Text of the configuration without what the device adds; one of its type when absent. */
  readonly configuration?: string;
  readonly startsUnprivileged?: boolean;
  readonly enablePassword?: string;
  /** `latin1` for devices that do not know UTF-8. */
  readonly encoding?: 'utf8' | 'latin1';
  /** Further lines of sshd_config. */
  readonly sshd?: readonly string[];
  /** Checks passwords as well; see SSHD_PASSWORDS_MISSING. */
  readonly hasPassword?: boolean;
  readonly hostKeyType?: 'ed25519' | 'rsa' | 'ecdsa';
}

/** A line that the device received, or something else that happened to it. */
export interface DeviceReceipt {
  readonly line?: string;
  readonly mode?: string;
  readonly shell?: string;
  readonly password?: string;
  readonly pager?: boolean;
  readonly answered?: string;
  readonly commit?: boolean;
  readonly reloaded?: boolean;
  readonly session?: number;
}

/** Starts a device behind a real sshd on a loopback port. */
export function startDevice(script: DeviceScript): Promise<FakeDevice> {
  return FakeDevice.start(script);
}

/** A device behind a real sshd, until `close`. */
export class FakeDevice {
  readonly host = '127.0.0.1';
  readonly username = userInfo().username;
  /** OpenSSH format, without passphrase. */
  readonly privateKey: string;
  /** SHA256 fingerprint. */
  hostKey = '';
  private process: ChildProcess | undefined;

  private constructor(
    readonly directory: string,
    readonly port: number,
    private script: DeviceScript,
  ) {
    makeKey(join(directory, 'user_key'), 'ed25519');
    this.privateKey = readFileSync(join(directory, 'user_key'), 'utf8');
    renameSync(join(directory, 'user_key.pub'), join(directory, 'authorized_keys'));
    this.newHostKey();
    this.behave({});
  }

  static async start(script: DeviceScript): Promise<FakeDevice> {
    const directory = mkdtempSync(join(tmpdir(), 'netadmin-sshd-'));
    const device = new FakeDevice(directory, await freePort(), script);
    await device.run();
    return device;
  }

  get type(): string {
    return this.script.type;
  }

  /** Another behaviour, or anything else, for the sessions that follow. */
  behave(change: Partial<DeviceScript>): void {
    this.script = { ...this.script, ...change };
    const settings = { hostname: 'router1', ...this.script };
    writeFileSync(join(this.directory, 'settings.json'), JSON.stringify(settings));
  }

  /** What the sessions so far brought, in order. */
  receipts(): readonly DeviceReceipt[] {
    const file = join(this.directory, 'received.jsonl');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as DeviceReceipt);
  }

  /** The command lines among them. */
  lines(): readonly string[] {
    return this.receipts().flatMap(({ line }) => (line === undefined ? [] : [line]));
  }

  /** How many sessions there were. */
  sessions(): number {
    return this.receipts().filter(({ session }) => session !== undefined).length;
  }

  /** The running configuration, and what is kept over a restart; undefined before a first change. */
  state(): { readonly running: string; readonly saved: string } | undefined {
    const file = join(this.directory, 'state.json');
    if (!existsSync(file)) return undefined;
    return JSON.parse(readFileSync(file, 'utf8')) as { running: string; saved: string };
  }

  /** Changes the configuration behind everybody's back. */
  setConfiguration(running: string): void {
    writeFileSync(join(this.directory, 'state.json'), JSON.stringify({ running, saved: '' }));
  }

  /** Another host key from the next start on. */
  newHostKey(): void {
    const file = join(this.directory, 'host_key');
    rmSync(file, { force: true });
    makeKey(file, this.script.hostKeyType ?? 'ed25519');
    this.hostKey = fingerprint(file);
  }

  /** Starts sshd, again after `halt`. */
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

  /** Stops listening; sessions end as well. */
  async halt(): Promise<void> {
    const { process } = this;
    this.process = undefined;
    if (process?.exitCode !== null) return;
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.halt();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private command(): string[] {
    const sshd = [SSHD_FILE ?? '', '-D', '-f', join(this.directory, 'sshd_config')];
    if (!this.script.hasPassword) return sshd;
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
    const settings = path('settings.json');
    return [
      `Port ${this.port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${path('host_key')}`,
      'PidFile none',
      'UsePAM no',
      'StrictModes no',
      'PermitRootLogin yes',
      `AuthorizedKeysFile ${path('authorized_keys')}`,
      `PasswordAuthentication ${this.script.hasPassword ? 'yes' : 'no'}`,
      'KbdInteractiveAuthentication no',
      'MaxStartups 1000',
      'PrintMotd no',
      'PrintLastLog no',
      'UseDNS no',
      `ForceCommand exec ${process.execPath} ${FAKE_DEVICE} ${settings}`,
      ...(this.script.sshd ?? []),
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
