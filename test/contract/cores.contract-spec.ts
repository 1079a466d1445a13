import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../src/cores/', import.meta.url);
const CORES = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const EXAMPLE = /```js\n(.*)\n\/\/ → (.*)\n```/s;

/** The example of a README, run over the sources in place of the build. */
async function run(code: string): Promise<unknown> {
  const body = code.replace(/await import\('\.\/dist\/(.*?)\.js'\)/g, "await load('$1')");
  const example = runInThisContext(`(async (load) => {${body}})`) as (
    load: (path: string) => Promise<unknown>,
  ) => Promise<unknown>;
  return example((path) => import(new URL(`../../src/${path}.ts`, import.meta.url).pathname));
}

describe('cores', () => {
  it.each(CORES)('%s says by an example what it computes', async (core) => {
    const readme = new URL(`${core}/README.md`, ROOT);
    expect(existsSync(readme)).toBe(true);
    const [, code = '', answer = ''] = EXAMPLE.exec(readFileSync(readme, 'utf8')) ?? [];
    expect(JSON.stringify(await run(code))).toBe(answer);
  });

  it.each(CORES)('%s is in the list of cores', (core) => {
    expect(readFileSync(new URL('README.md', ROOT), 'utf8')).toContain(`](${core}/README.md)`);
  });
});
