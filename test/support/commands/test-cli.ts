import { execFile, type ExecFileException, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type CommandEnvironment } from '../../../packages/cli/src/command-environment.js';
import { runProgram } from '../../../packages/cli/src/program.js';

/** What a run of the command line came to. */
export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Presses Ctrl-C. */
  readonly signal?: AbortSignal;
}

/** The command line, in a home of its own: within this process, or packed and installed with nothing beside it. */
export class TestCli {
  readonly directory = mkdtempSync(join(tmpdir(), 'netadmin-cli-'));
  readonly package = join(this.directory, 'node_modules', '@netadmin', 'cli');

  constructor(private readonly env: () => Readonly<Record<string, string>>) {}

  install(): void {
    execFileSync(process.execPath, ['scripts/build-packages.mjs', 'cli']);
    mkdirSync(this.package, { recursive: true });
    const pack = ['pack', '--silent', '--pack-destination', this.directory, './packages/cli'];
    const archive = execFileSync('npm', pack, { encoding: 'utf8' }).trim();
    const extract = ['-xzf', join(this.directory, archive), '--strip-components=1'];
    execFileSync('tar', [...extract, '-C', this.package]);
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }

  /**
   * Runs a command within this process, without the second that a process takes to start. What is not in `env` is
   * not in its environment.
   */
  async run(
    args: readonly string[],
    { input = '', env = this.env() }: RunOptions = {},
  ): Promise<CliRun> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const environment = {
      env: this.environment(env),
      stdin: Readable.from([input]),
      stdout,
      stderr,
      signal: new AbortController().signal,
    } as unknown as CommandEnvironment;
    const written = Promise.all([text(stdout), text(stderr)]);
    const code = await runProgram(environment, ['node', 'netadmin', ...args]);
    stdout.end();
    stderr.end();
    const [out, err] = await written;
    return { code, stdout: out, stderr: err };
  }

  /** Runs the packed one, as a process. */
  spawn(
    args: readonly string[],
    { input = '', env = this.env(), signal }: RunOptions = {},
  ): Promise<CliRun> {
    const options = { input, env, ...(signal && { signal }) };
    return this.execute(process.execPath, [this.program, ...args], options);
  }

  /** Runs lines of a shell, in which it is `netadmin`; the first one that fails is the last. */
  shell(lines: string, env: Readonly<Record<string, string>>, shell = 'sh'): Promise<CliRun> {
    const defined = `netadmin() { "${process.execPath}" "${this.program}" "$@"; }\n`;
    return this.execute(shell, ['-ec', defined + lines], { input: '', env });
  }

  private get program(): string {
    return join(this.package, 'dist', 'netadmin.js');
  }

  private environment(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return { HOME: this.directory, PATH: '/usr/local/bin:/usr/bin:/bin', ...env };
  }

  private execute(
    file: string,
    args: readonly string[],
    { input, env, signal }: RunOptions & Required<Pick<RunOptions, 'env'>>,
  ): Promise<CliRun> {
    const options = {
      env: this.environment(env),
      cwd: this.directory,
    };
    return new Promise((done) => {
      const ended = (error: ExecFileException | null, stdout: string, stderr: string): void => {
        done({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      };
      const child = execFile(file, args, options, ended);
      child.stdin?.end(input);
      signal?.addEventListener('abort', () => child.kill('SIGINT'));
    });
  }
}
