import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Why the commands of pages that call the platform are not run; undefined where they are. */
export const CURL_MISSING = spawnSync('curl', ['--version']).error
  ? 'no curl is installed'
  : undefined;

const MARK = '== block';

/** What came of some blocks. */
export interface ShellRun {
  readonly code: number;
  /** How many were begun; the last of them failed where the code is not 0. */
  readonly begun: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The blocks of a page, or of a section of it, that are meant for a shell, in their order. */
export function shellBlocks(page: string, section?: string): readonly string[] {
  const text = readFileSync(page, 'utf8');
  const sections = text.split(/^## /m);
  const part =
    section === undefined ? text : sections.find((one) => one.startsWith(`${section}\n`));
  const blocks = (part ?? '').matchAll(/^```sh\n([^]*?)^```$/gm);
  return [...blocks].map(([, text = '']) => text);
}

/** Runs blocks one after the other in one shell; the first command that fails is the last. */
export function runShell(
  blocks: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<ShellRun> {
  const script = blocks.map((block) => `echo; echo '${MARK}'\n${block}`).join('');
  const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  const options = { cwd, env: { PATH: path, HOME: cwd, ...env }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((done) => {
    execFile('bash', ['-e', '-o', 'pipefail', '-c', script], options, (error, stdout, stderr) => {
      const begun = stdout.split(MARK).length - 1;
      done({ code: error === null ? 0 : Number(error.code), begun, stdout, stderr });
    });
  });
}
