import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { type DeviceReceipt, type DeviceScript } from './device-script.js';

/** A device of the tests behind an SSH server, until `close`; its files lie in a directory of its own. */
export abstract class FakeDevice {
  readonly host = '127.0.0.1';
  readonly username = userInfo().username;
  readonly directory = mkdtempSync(join(tmpdir(), 'netadmin-device-'));
  /** OpenSSH format, without passphrase. */
  abstract readonly privateKey: string;
  abstract readonly port: number;
  /** SHA256 fingerprint. */
  abstract readonly hostKey: string;

  constructor(protected script: DeviceScript) {}

  get type(): string {
    return this.script.type;
  }

  /** Another host key from the next start on. */
  abstract newHostKey(): void;

  /** Starts the server, again after `halt`. */
  abstract run(): Promise<void>;

  /** Stops listening; sessions end as well. */
  abstract halt(): Promise<void>;

  async close(): Promise<void> {
    await this.halt();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Another behaviour, or anything else, for the sessions that follow. */
  behave(change: Partial<DeviceScript>): void {
    this.script = { ...this.script, ...change };
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

  /** What its sessions are played by. */
  protected get settings(): DeviceScript & { readonly hostname: string } {
    return { hostname: 'router1', ...this.script };
  }
}
