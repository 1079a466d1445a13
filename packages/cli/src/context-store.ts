import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError } from './command-error.js';
import { type CommandEnvironment } from './command-environment.js';

/** A platform, and how to sign in to it. */
export interface Context {
  readonly url: string;
  readonly token?: string;
  /** Prints a token, so that none has to be kept in the file. */
  readonly tokenCommand?: string;
  /** File with the certificate of the authority that has signed the one of the platform. */
  readonly authority?: string;
}

interface Stored {
  readonly current?: string;
  readonly contexts: Readonly<Record<string, Context>>;
}

/** The platforms that somebody works with, in a file that only they can read. */
export class ContextStore {
  readonly path: string;

  constructor(private readonly env: CommandEnvironment['env']) {
    const home = env['XDG_CONFIG_HOME'] ?? join(env['HOME'] ?? homedir(), '.config');
    this.path = env['NETADMIN_CONFIG'] ?? join(home, 'netadmin', 'contexts.json');
  }

  get stored(): Stored {
    const text = this.#read();
    try {
      return text === undefined ? { contexts: {} } : (JSON.parse(text) as Stored);
    } catch {
      throw new CommandError(`${this.path} is not JSON`);
    }
  }

  /** The one that is chosen: by its name, by the environment, or the current one. @throws CommandError */
  chosen(name?: string): Context {
    if (name !== undefined) return this.get(name);
    const { NETADMIN_URL: url, NETADMIN_TOKEN: token, NETADMIN_CONTEXT: wanted } = this.env;
    const known = token === undefined ? {} : { token };
    if (url !== undefined) return { url, ...known };
    const kept = wanted ?? this.stored.current;
    if (kept !== undefined) return { ...this.get(kept), ...known };
    throw new CommandError('No platform is chosen: netadmin login URL, or NETADMIN_URL');
  }

  /** The context of this name. @throws CommandError when none has it. */
  get(name: string): Context {
    const { contexts } = this.stored;
    const context = contexts[name];
    if (context) return context;
    const names = Object.keys(contexts).join(', ');
    throw new CommandError(`There is no context ${name}; known: ${names === '' ? 'none' : names}`);
  }

  set(name: string, context: Context): void {
    const { contexts } = this.stored;
    this.#write({ current: name, contexts: { ...contexts, [name]: context } });
  }

  use(name: string): void {
    this.get(name);
    this.#write({ ...this.stored, current: name });
  }

  remove(name: string): void {
    this.get(name);
    const { current, contexts } = this.stored;
    const rest = Object.fromEntries(Object.entries(contexts).filter(([one]) => one !== name));
    this.#write({ ...(current !== undefined && current !== name && { current }), contexts: rest });
  }

  #read(): string | undefined {
    try {
      return readFileSync(this.path, 'utf8');
    } catch {
      return undefined;
    }
  }

  /** Never readable by others, not even while it is being written. */
  #write(stored: Stored): void {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const beside = `${this.path}.${String(process.pid)}`;
    writeFileSync(beside, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
    chmodSync(beside, 0o600);
    renameSync(beside, this.path);
  }
}
