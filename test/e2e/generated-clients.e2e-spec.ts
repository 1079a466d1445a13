import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/start-app.js';

const PROGRAMS = join(process.cwd(), 'test', 'support', 'generated-clients');
const TYPES = 'node_modules/openapi-typescript/bin/cli.js';
const COMPILER = 'node_modules/typescript/bin/tsc';
const STRICT = {
  compilerOptions: {
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    skipLibCheck: false,
    // What was generated is checked; what the compiler brings along is not.
    skipDefaultLibCheck: true,
    types: [],
    lib: ['es2023', 'dom', 'dom.iterable'],
    outDir: 'out',
  },
};

const run = promisify(execFile);
const node = (...args: readonly string[]) => run(process.execPath, args, { maxBuffer: 1e8 });

/** What others generate from the document, as those generators come: ten operations each. */
describe.skipIf(!existsSync(TYPES))('clients that are generated from the document', () => {
  let platform: TestApp;
  let token: string;
  let place: string;
  let document: string;

  const generate = async (): Promise<void> => {
    await Promise.all([
      node(TYPES, document, '-o', join(place, 'schema.d.ts')),
      createClient({
        input: document,
        output: { path: join(place, 'functions'), importFileExtension: '.js' },
        logs: { level: 'silent' },
        plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      }),
    ]);
  };
  /** What the compiler says of the programs over what was generated. */
  const compile = async (): Promise<unknown> => {
    const files = ['by-types.ts', 'by-client.ts'];
    for (const file of files)
      await copyFile(join(PROGRAMS, file.replace('.ts', '.txt')), join(place, file));
    const project = join(place, 'tsconfig.json');
    await writeFile(project, JSON.stringify({ ...STRICT, files }));
    return node(COMPILER, '-p', project).catch((error: unknown) => error);
  };
  const results = async (name: string): Promise<readonly unknown[]> => {
    const program = pathToFileURL(join(place, 'out', `${name}.js`)).href;
    const script = `const { run } = await import(${JSON.stringify(program)});
      console.log(JSON.stringify(await run(...process.argv.slice(1))));`;
    const { stdout } = await node('--input-type=module', '-e', script, platform.url, token);
    return JSON.parse(stdout) as readonly unknown[];
  };
  const expected = (who: string, by: string): readonly unknown[] => [
    ...[who, 1, 0, expect.stringContaining('Successfully created group'), `By ${by}`, `By ${by}`],
    ...[0, 'OK', true, 204],
  ];

  beforeAll(async () => {
    platform = await startApp('e2e-generated-clients');
    token = await platform.tokenOf('admin');
    place = await mkdtemp(join(tmpdir(), 'generated-clients-'));
    document = join(place, 'openapi.json');
    // What is generated finds the packages that it needs.
    await symlink(join(process.cwd(), 'node_modules'), join(place, 'node_modules'));
    await writeFile(join(place, 'package.json'), '{"type":"module"}');
    await writeFile(document, (await platform.as('admin', 'GET', '/openapi.json')).text);
  });
  afterAll(async () => {
    await platform.close();
    await rm(place, { recursive: true });
  });

  const who = async (): Promise<string> =>
    (await platform.as<{ username: string }>('admin', 'GET', '/whoami')).json.username;

  it('compile under strict, and are answered', async () => {
    await generate();
    expect(await compile()).toEqual({ stdout: '', stderr: '' });
    expect(await results('by-types')).toEqual(expected(await who(), 'types'));
    expect(await results('by-client')).toEqual(expected(await who(), 'functions'));
  });
});
