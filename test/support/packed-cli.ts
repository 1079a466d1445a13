import { execFile, type ExecFileException, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/** The command line as it is packed and installed: built, packed, and nothing beside it. */
export class PackedCli {
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

  /** Runs it; what is not in `env` is not in its environment. */
  run(
    args: readonly string[],
    { input = '', env = this.env(), signal }: RunOptions = {},
  ): Promise<CliRun> {
    const options = { input, env, ...(signal && { signal }) };
    return this.spawn(process.execPath, [this.program, ...args], options);
  }

  /** Runs lines of a shell, in which it is `netadmin`; the first one that fails is the last. */
  shell(lines: string, env: Readonly<Record<string, string>>, shell = 'sh'): Promise<CliRun> {
    const defined = `netadmin() { "${process.execPath}" "${this.program}" "$@"; }\n`;
    return this.spawn(shell, ['-ec', defined + lines], { input: '', env });
  }

  private get program(): string {
    return join(this.package, 'dist', 'netadmin.js');
  }

  private spawn(
    file: string,
    args: readonly string[],
    { input, env, signal }: RunOptions,
  ): Promise<CliRun> {
    const options = {
      env: { HOME: this.directory, PATH: '/usr/local/bin:/usr/bin:/bin', ...env },
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
