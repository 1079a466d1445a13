import { type CliRun, type TestCli } from './test-cli.js';

/** What a run of a verb has to come to. */
interface Expected {
  /** 0 when absent. */
  readonly code?: number;
  readonly input?: string;
}

/** Runs verbs of the command line, and knows which of them have run as they should. */
export class VerbRuns {
  readonly done = new Set<string>();

  constructor(
    private readonly cli: TestCli,
    /** All that the program has. */
    readonly verbs: readonly string[],
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  static async of(cli: TestCli, env: Readonly<Record<string, string>>): Promise<VerbRuns> {
    const { stdout } = await cli.run(['manual'], { env });
    const verbs = [...stdout.matchAll(/^\.SS \\fBnetadmin ([^\\]+)\\fR/gm)].map(
      ([, name = '']) => name,
    );
    return new VerbRuns(cli, verbs, env);
  }

  /** The same verbs in another environment. */
  within(env: Readonly<Record<string, string>>): VerbRuns {
    const other = new VerbRuns(this.cli, this.verbs, env);
    return Object.assign(other, { done: this.done });
  }

  /** Runs a command. @throws when it ends with another code, or when it is no verb of the program */
  async run(args: readonly string[], { code = 0, input = '' }: Expected = {}): Promise<CliRun> {
    const line = args.join(' ');
    const verb = this.verbs.find((name) => line === name || line.startsWith(`${name} `));
    const result = await this.cli.run(args, { env: this.env, input });
    if (verb === undefined || result.code !== code)
      throw new Error(`netadmin ${line} ended with ${String(result.code)}: ${result.stderr}`);
    this.done.add(verb);
    return result;
  }

  /** Runs a command that answers JSON. */
  async json<T>(args: readonly string[], expected?: Expected): Promise<T> {
    return JSON.parse((await this.run(args, expected)).stdout) as T;
  }
}
