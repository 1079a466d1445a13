import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DemoNetwork } from './network/network.js';
import { takenPorts } from './ports.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './seed/people.js';
import { seed, type Steps } from './seed/seed.js';
import { workLeft } from './seed/work-left.js';
import { DemoDirectory, type DemoState } from './state.js';

const START = fileURLToPath(new URL('../scripts/start.mjs', import.meta.url));

/** Whatever the shell says of another installation: the demo fills a database of its own. */
const NO_OTHER_DATA = { MONGODB_URI: '', SECRETS_KEYS: '', LDAP_URL: '', HTTPS_PROXY: '' };

/** How a demo is started. */
export interface DemoOptions {
  readonly directory: string;
  /** Begins anew. */
  readonly isReset: boolean;
  /** Takes free ports in the place of the usual ones. */
  readonly isOnAnyPort: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
}

/** What the platform of the demo needs to know. */
export function platformEnvironment(
  directory: DemoDirectory,
  ports: DemoState['ports'],
  network: DemoNetwork,
): Readonly<Record<string, string>> {
  return {
    HOST: '127.0.0.1',
    PORT: String(ports.platform),
    DATA_DIR: directory.within('platform'),
    ADMIN_PASSWORD: DEMO_PASSWORD,
    // The systems of the demo are on this machine.
    OUTBOUND_ALLOW: '127.0.0.1',
    ...network.provider.env,
    OIDC_TAKES_GROUP_NAMES: 'true',
  };
}

/** The platform with a network of its own. */
export class Demo {
  private stopping: Promise<void> | undefined;

  private constructor(
    readonly url: string,
    private readonly network: DemoNetwork,
    private readonly platform: ChildProcess,
    private readonly work: string,
  ) {}

  /** Starts everything, and fills the platform at a first start. */
  static async start(options: DemoOptions): Promise<Demo> {
    const step = stepsBy(options.say);
    const directory = new DemoDirectory(options.directory);
    if (options.isReset) directory.remove();
    const state = await directory.open(options.isOnAnyPort);
    const taken = await takenPorts(state.ports);
    if (taken.length > 0) {
      throw new Error(
        `the demo listened on ports that are taken now: ${taken.join(', ')}. ` +
          'Stop what listens there, or begin with others by --reset.',
      );
    }
    const network = await step('Starting the network', () =>
      DemoNetwork.start(directory, state.ports),
    );
    const environment = platformEnvironment(directory, state.ports, network);
    const platform = spawn(process.execPath, [START], {
      env: { ...options.environment, ...NO_OTHER_DATA, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    platform.stdout.pipe(createWriteStream(directory.within('platform.log')));
    process.once('exit', () => platform.kill());
    try {
      const url = await step('Starting the platform', () => addressOf(platform));
      if (!state.isSeeded) {
        await seed(url, state.ports, step);
        directory.keep({ ...state, isSeeded: true });
      }
      return new Demo(url, network, platform, await workLeft(url));
    } catch (error) {
      await end(platform);
      await network.close();
      throw error;
    }
  }

  /** What to try. */
  lines(): readonly string[] {
    return [
      `Console ${this.url}/console   API ${this.url}/docs   what the platform sends ${this.network.inbox.url}`,
      `Sign in as ${DEMO_ACCOUNTS.join(', ')}: the password of all is ${DEMO_PASSWORD}; or at the provider, as alice or bob`,
      'Devices: back up edge-1, core-1 or leaf-1, show a change, push it, compare the two versions',
      this.work,
      'More, block by block: docs/tour.md   Stop: Ctrl-C   Begin anew: npm run demo -- --reset',
    ];
  }

  /** Ends when the platform does. */
  async ended(): Promise<number> {
    if (this.platform.exitCode === null) await once(this.platform, 'exit');
    return this.platform.exitCode ?? 1;
  }

  stop(): Promise<void> {
    return (this.stopping ??= end(this.platform).then(() => this.network.close()));
  }
}

async function end(platform: ChildProcess): Promise<void> {
  if (platform.exitCode !== null || platform.signalCode !== null) return;
  const ended = once(platform, 'exit');
  platform.kill('SIGTERM');
  await ended;
}

/** The address that the platform prints when it is ready. */
async function addressOf(platform: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const look = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = /(http:\/\/\S+?)\/docs\n/.exec(output)?.[1];
      if (url === undefined) return;
      platform.stdout?.off('data', look);
      resolve(url);
    };
    platform.stdout?.on('data', look);
    platform.once('exit', (code) => {
      reject(new Error(`the platform ended with ${String(code)}:\n${output}`));
    });
  });
}

function stepsBy(say: (line: string) => void): Steps {
  return async (what, step) => {
    const begun = performance.now();
    say(`${what} …`);
    const result = await step();
    say(`${what}: done in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    return result;
  };
}
