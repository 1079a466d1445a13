import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shellBlocks } from '../support/docs/shell-blocks.js';
import { anEngineTask, anEngineWorkflow } from '../support/factories/job-workflows.js';
import { PackedCli } from '../support/packed-cli.js';
import { anAccount } from '../support/sign-in.js';
import { startApp, type TestApp } from '../support/start-app.js';

const PASSWORD = 'a-long-password';

describe('the command line', () => {
  let app: TestApp;
  let other: TestApp;
  let token: string;
  const cli = new PackedCli(() => ({ NETADMIN_URL: app.url, NETADMIN_TOKEN: token }));
  const config = () => join(cli.directory, '.config', 'netadmin', 'contexts.json');

  /** The answer of a command that succeeds. */
  const answer = async <T>(...args: readonly string[]): Promise<T> => {
    const { code, stdout, stderr } = await cli.run(args);
    expect([code, stderr.replace(/^Job .*\n/, '')]).toEqual([0, '']);
    return JSON.parse(stdout) as T;
  };
  const workflow = (name: string) =>
    anEngineWorkflow(
      name,
      { a1: anEngineTask('ViewData', { btn_success: 'Yes' }, { type: 'manual' }) },
      ['start a1', 'a1 end'],
    );
  const nothing = (name: string) =>
    anEngineWorkflow(name, { a1: anEngineTask('newVariable', { name: 'x', value: 1 }) }, [
      'start a1',
      'a1 end',
    ]);

  beforeAll(async () => {
    cli.install();
    app = await startApp('e2e-cli');
    other = await startApp('e2e-cli-other');
    token = await app.tokenOf('admin');
    const roles = [{ provenance: 'platform', name: 'admin' }];
    await anAccount(app.app, { username: 'carla', password: PASSWORD, roles });
    const body = {
      documents: [
        workflow('One look'),
        nothing('Nothing'),
        { ...workflow('Ä/b'), description: 'x' },
      ],
    };
    await app.as('admin', 'POST', '/content/import', { body });
  });

  afterAll(async () => {
    cli.remove();
    await Promise.all([app.close(), other.close()]);
  });

  it('signs in with a password that comes in, and keeps a token that only its owner can read', async () => {
    const login = ['login', app.url, '--username', 'carla', '--password-stdin', '--name', 'here'];
    const { code, stderr } = await cli.run(login, { input: `${PASSWORD}\n`, env: {} });
    expect([code, stderr]).toEqual([0, `Signed in to ${app.url} as carla; context here\n`]);
    expect(statSync(config()).mode & 0o777).toBe(0o600);
    expect(readFileSync(config(), 'utf8')).not.toContain(PASSWORD);
    const { stdout } = await cli.run(['whoami', '--query', 'username'], { env: {} });
    expect(stdout).toBe('"carla"\n');
  });

  it('keeps several platforms, and shows no token of any', async () => {
    const there = await other.tokenOf('admin');
    const login = ['login', other.url, '--token-stdin', '--name', 'there'];
    expect((await cli.run(login, { input: there, env: {} })).code).toBe(0);
    const { stdout } = await cli.run(['context', 'list', '-o', 'table'], { env: {} });
    expect(stdout).toMatch(/^CURRENT +NAME +URL\n +here .*\n\* +there /);
    expect(stdout).not.toContain(there);
    expect((await cli.run(['context', 'use', 'here'], { env: {} })).code).toBe(0);
    const printed = ['login', app.url, '--name', 'printed', '--token-command', `echo ${token}`];
    expect((await cli.run(printed, { env: {} })).code).toBe(0);
    expect((await cli.run(['context', 'remove', 'printed'], { env: {} })).code).toBe(0);
    const unknown = await cli.run(['--on', 'printed', 'whoami'], { env: {} });
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      'There is no context printed; known: here, there\n',
    ]);
  });

  it('says by its exit code what went wrong, and tells of it with the pointer', async () => {
    const refused = await cli.run(['api', 'call', 'startJob', '--input', '{"workflow": 7}']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/\(invalid-input\)\n {2}#\/workflow: .*\n {2}request .+\n$/);
    expect((await cli.run(['job', 'show', 'none'])).code).toBe(5);
    expect((await cli.run(['job', 'nonsense'])).code).toBe(2);
    const env = { NETADMIN_URL: app.url, NETADMIN_TOKEN: 'expired' };
    const expired = await cli.run(['whoami'], { env });
    expect([expired.code, expired.stderr]).toEqual([4, expect.stringContaining('Sign in')]);
    const away = { NETADMIN_URL: 'http://127.0.0.1:1' };
    expect((await cli.run(['whoami'], { env: away })).code).toBe(3);
    expect((await cli.run(['whoami'], { env: { HOME: '/nowhere' } })).stderr).toMatch(
      /netadmin login/,
    );
  });

  it('calls every operation by its name', async () => {
    const { stdout } = await cli.run(['api', 'list', '-o', 'jsonl']);
    const known = Object.values(app.document().paths).flatMap((item) => Object.keys(item));
    expect(stdout.trim().split('\n')).toHaveLength(known.length);
    const found = await answer<{ name: string }>(
      ...['api', 'call', 'getWorkflow', '--name', 'One look'],
    );
    expect(found.name).toBe('One look');
    const mistyped = await cli.run(['api', 'call', 'getWorkflo', '--name', 'One look']);
    expect([mistyped.code, mistyped.stderr]).toEqual([
      2,
      'There is no operation getWorkflo: netadmin api list names all\n',
    ]);
  });

  it('says in its help what each group of commands is for', async () => {
    const { stdout } = await cli.run(['--help']);
    const commands = stdout.slice(stdout.indexOf('Commands:')).split('\n').slice(1);
    expect(commands.filter((line) => /^ {2}\w+$/.test(line))).toEqual([]);
  });

  it('starts a job, tells how it goes, and answers its tasks', async () => {
    const done = await cli.run(['job', 'run', 'Nothing', '--follow', '--variables', '{"a": 1}']);
    expect(done.stderr).toMatch(/^Job [0-9a-f]+\n$/);
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('100 % complete\n')]);
    const { _id: id } = await answer<{ _id: string }>('job', 'start', 'One look');
    const following = cli.run(['job', 'follow', id]);
    const [task] = (await answer<{ data: { _id: string }[] }>('task', 'list', '--job', id)).data;
    await answer('task', 'claim', task?._id ?? '');
    await answer('task', 'answer', task?._id ?? '', 'success');
    const followed = await following;
    expect([followed.code, followed.stdout]).toEqual([
      0,
      expect.stringContaining('a1 ViewData: success\n'),
    ]);
    const canceled = await answer<{ _id: string }>('job', 'start', 'One look');
    await answer('job', 'cancel', canceled._id);
    expect((await cli.run(['job', 'follow', canceled._id])).code).toBe(20);
    const table = await cli.run(['job', 'list', '-o', 'table', '--status', 'complete', 'canceled']);
    expect(table.stdout.split('\n')[0]).toMatch(/^_ID +NAME +STATUS +PROGRESS/);
    expect((await cli.run(['job', 'graph', id])).stdout).toMatch(/^<svg/);
  });

  it.each([
    ['status'],
    ['explain', 'listJobs'],
    ['audit', '--limit', '1'],
    ['events', 'list', '--limit', '1'],
    ['workflow', 'list'],
    ['workflow', 'show', 'Nothing'],
    ['workflow', 'validate', JSON.stringify(nothing('Judged'))],
    ['package', 'list'],
    ['package', 'available'],
    ['package', 'plan', '@netadmin/expiry-report'],
    ['backup', 'list'],
    ['backup', 'search', 'interface'],
    ['device', 'list'],
  ])('%s %s', async (...args) => {
    const { code, stderr } = await cli.run(args);
    expect([code, stderr]).toEqual([0, '']);
  });

  it('tells of events from where it is asked to', async () => {
    const body = { source: 'script', topic: 'x', payload: { n: 1 } };
    await app.as('admin', 'POST', '/events', { body });
    const follow = ['events', 'follow', '--source', 'script', '--from', '0', '--limit', '1'];
    expect((await answer<{ payload: object }>(...follow)).payload).toEqual({ n: 1 });
  });

  it('pulls content into a folder, and pushes it to another platform after a plan', async () => {
    const folder = join(cli.directory, 'content');
    expect((await cli.run(['content', 'pull', folder])).code).toBe(0);
    expect(readdirSync(join(folder, 'workflows'))).toContain('Ä%2Fb.json');
    expect((await cli.run(['content', 'diff', folder])).code).toBe(0);
    const there = { env: { NETADMIN_CONTEXT: 'there' } };
    const plan = await cli.run(['content', 'diff', folder], there);
    expect([plan.code, plan.stdout]).toEqual([
      10,
      expect.stringContaining('create workflows/Ä/b\n'),
    ]);
    expect((await cli.run(['content', 'push', folder], there)).code).toBe(10);
    const pushed = await cli.run(['content', 'push', folder, '--yes'], there);
    expect([pushed.code, pushed.stdout]).toEqual([
      0,
      expect.stringContaining('done   workflow Ä/b\n'),
    ]);
    expect((await cli.run(['content', 'diff', 'context:here'], there)).code).toBe(0);
  });

  it('pushes what was changed in a file, and says what of it failed', async () => {
    const folder = join(cli.directory, 'changed');
    await cli.run(['content', 'pull', folder]);
    const path = join(folder, 'workflows', 'Nothing.json');
    const document = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...document, description: 'Changed' }));
    const { code, stdout } = await cli.run(['content', 'push', folder, '--yes']);
    expect([code, stdout]).toEqual([0, 'update workflows/Nothing\ndone   workflow Nothing\n']);
    const shown = await answer<{ description: string }>('workflow', 'show', 'Nothing');
    expect(shown.description).toBe('Changed');
    writeFileSync(path, 'no JSON');
    expect((await cli.run(['content', 'push', folder, '--yes'])).stderr).toMatch(/is not JSON/);
  });

  it('runs every block of its page', async () => {
    const blocks = shellBlocks('docs/cli.md');
    writeFileSync(join(cli.directory, 'password.txt'), 'first-admin-password');
    const { code, stderr } = await cli.shell(blocks.join(''), {
      ...{ URL: app.url, NETADMIN_CONFIG: join(cli.directory, 'page.json') },
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining('Signed in')]);
    expect(blocks.length).toBeGreaterThan(2);
  });
});
