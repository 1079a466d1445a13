import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestCli } from '../support/commands/test-cli.js';
import { VERB_CHAINS } from '../support/commands/verb-chains.js';
import { VerbRuns } from '../support/commands/verb-runs.js';
import { shellBlocks } from '../support/docs/shell-blocks.js';
import {
  aFlakyWorkflow,
  anEngineTask,
  anEngineWorkflow,
} from '../support/factories/job-workflows.js';
import { Orchestrator } from '../support/fakes/orchestrator.js';
import { KnownDevices } from '../support/known-devices.js';
import { connectProxy, forwarding, tlsFront } from '../support/loopback-fronts.js';
import { selfSignedCertificate } from '../support/self-signed-certificate.js';
import { anAccount } from '../support/sign-in.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { together } from '../support/together.js';

const PASSWORD = 'a-long-password';
const PROJECT = '5f1e0c0ffee0c0ffee0c0e01';
const REAL = new URL('../../../shared/data/', import.meta.url);
const REAL_KINDS = ['automations', 'command-templates', 'forms', 'transformations', 'workflows'];

describe('the command line', () => {
  let app: TestApp;
  let other: TestApp;
  let token: string;
  const cli = new TestCli(() => ({ NETADMIN_URL: app.url, NETADMIN_TOKEN: token }));
  const devices = new KnownDevices(() => app);
  let orchestrator: Orchestrator;
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
      {
        a1: {
          ...anEngineTask('ViewData', { btn_success: 'Yes' }, { type: 'manual' }),
          summary: 'Look at it',
        },
      },
      ['start a1', 'a1 end'],
    );
  const nothing = (name: string) =>
    anEngineWorkflow(name, { a1: anEngineTask('newVariable', { name: 'x', value: 1 }) }, [
      'start a1',
      'a1 end',
    ]);

  /** What was asked for was taken up, and the answer tells that it failed: the answer is shown all the same. */
  const expectFailedOutcomes = async () => {
    const ghost = { host: '127.0.0.1', port: 1, username: 'u', password: 'p', type: 'cisco-ios' };
    await app.as('admin', 'PUT', '/configuration_manager/devices/ghost', { body: ghost });
    const failed = async (args: readonly string[], told: RegExp) => {
      const { code, stdout, stderr } = await cli.run(args);
      expect([args, code, stderr]).toEqual([args, 1, expect.stringMatching(told)]);
      expect(JSON.parse(stdout)).toBeDefined();
    };
    await failed(['backup', 'now', 'nope'], /^nope: Device 'nope' not found\n1 failed\n$/);
    await failed(['device', 'check', 'ghost', '--query', 'code'], /refuses connections/);
    await failed(['job', 'cancel', 'nope'], /^nope: /);
    await failed(['workflow', 'validate', '{"name": "x"}'], /^\S*: /);
    const documents = '[{"name": "Of no kind"}]';
    await failed(['api', 'call', 'importContent', '--documents', documents], /^Of no kind: /);
  };

  const component = (document: object) => ({
    iid: 1,
    type: 'workflow',
    folder: '/',
    document,
  });

  beforeAll(async () => {
    cli.install();
    app = await startApp('e2e-cli', { env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    orchestrator = await Orchestrator.start();
    other = await startApp('e2e-cli-other');
    token = await app.tokenOf('admin');
    const roles = [{ provenance: 'platform', name: 'admin' }];
    await anAccount(app.app, { username: 'carla', password: PASSWORD, roles });
    const body = {
      documents: [
        workflow('One look'),
        nothing('Nothing'),
        { ...workflow('Ä/b'), description: 'x' },
        { name: 'Greeting', type: 'jinja2', template: 'Hello {{ name }}' },
        { _id: PROJECT, name: 'Shared', components: [component(nothing('Within'))] },
      ],
    };
    await app.as('admin', 'POST', '/content/import', { body });
    for (const [name, { url }, given] of [
      ['here', app, token],
      ['there', other, await other.tokenOf('admin')],
    ] as const)
      await cli.run(['login', url, '--token-stdin', '--name', name], { input: given, env: {} });
    await cli.run(['context', 'use', 'here'], { env: {} });
  });

  afterAll(async () => {
    cli.remove();
    await Promise.all([app.close(), other.close()]);
    await Promise.all([devices.close(), orchestrator.close()]);
  });

  it('signs in with a password that comes in, and keeps a token that only its owner can read', async () => {
    const login = ['login', app.url, '--username', 'carla', '--password-stdin', '--name', 'here'];
    const { code, stderr } = await cli.spawn(login, { input: `${PASSWORD}\n`, env: {} });
    expect([code, stderr]).toEqual([0, `Signed in to ${app.url} as carla; context here\n`]);
    expect(statSync(config()).mode & 0o777).toBe(0o600);
    expect(readFileSync(config(), 'utf8')).not.toContain(PASSWORD);
    const { stdout } = await cli.spawn(['whoami', '--query', 'username'], { env: {} });
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
    const refused = await cli.spawn(['api', 'call', 'startJob', '--input', '{"workflow": 7}']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/\(invalid-input\)\n {2}#\/workflow: .*\n {2}request .+\n$/);
    const nope = await cli.run(['job', 'follow', 'nope']);
    expect([nope.code, nope.stdout]).toEqual([5, '']);
    expect(nope.stderr).toMatch(/^Job 'nope' not found \(not-found\)\n {2}request .+\n$/);
    expect((await cli.run(['job', 'nonsense'])).code).toBe(2);
    const env = { NETADMIN_URL: app.url, NETADMIN_TOKEN: 'expired' };
    const expired = await cli.run(['whoami'], { env });
    expect([expired.code, expired.stderr]).toEqual([4, expect.stringContaining('Sign in')]);
    await expectFailedOutcomes();
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
      expect.stringContaining('Look at it (a1): success\n'),
    ]);
    const canceled = await answer<{ _id: string }>('job', 'start', 'One look');
    await answer('job', 'cancel', canceled._id);
    expect((await cli.run(['job', 'follow', canceled._id])).code).toBe(20);
    const table = await cli.run(['job', 'list', '-o', 'table', '--status', 'complete', 'canceled']);
    expect(table.stdout.split('\n')[0]).toMatch(/^_ID +NAME +STATUS +PROGRESS/);
    expect((await cli.run(['job', 'graph', id])).stdout).toMatch(/^<svg/);
  });

  it('has verbs that do what they say: each of them has run', async () => {
    await devices.make('edge-1', { type: 'cisco-ios' });
    const adapter = { name: 'services', baseUrl: orchestrator.url, retries: 0 };
    await app.as('admin', 'POST', '/adapters', { body: adapter });
    for (const description of ['First', 'Second']) {
      const documents = [{ ...nothing('Versioned'), description }, aFlakyWorkflow('Flaky')];
      const body = { documents, options: { overwrite: true } };
      await app.as('admin', 'POST', '/content/import', { body });
    }
    const env = { NETADMIN_URL: app.url, NETADMIN_TOKEN: token };
    const verbs = await VerbRuns.of(cli, env);
    const { directory } = cli;
    const own = { NETADMIN_CONFIG: join(directory, 'verbs.json') };
    const account = { username: 'carla', password: PASSWORD };
    const world = { verbs, url: app.url, directory, account, own };
    await together(
      VERB_CHAINS,
      ({ name }) => name,
      (chain) => chain(world),
    )();
    // The tour runs on the demo: scripts/smoke-demo.mjs.
    expect(verbs.verbs.filter((verb) => !verbs.done.has(verb))).toEqual(['demo']);
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

  it('pushes a project that has changed, with its documents', async () => {
    const folder = join(cli.directory, 'shared');
    mkdirSync(join(folder, 'projects'), { recursive: true });
    const path = join(folder, 'projects', 'Shared.json');
    const keep = (description: string) => {
      const components = [component({ ...nothing('Within'), description })];
      writeFileSync(path, JSON.stringify({ _id: PROJECT, name: 'Shared', components }));
    };
    keep('First');
    await cli.run(['content', 'push', folder, '--yes'], { env: { NETADMIN_CONTEXT: 'there' } });
    keep('Changed');
    const there = { env: { NETADMIN_CONTEXT: 'there' } };
    const { code, stdout } = await cli.run(['content', 'push', folder, '--yes'], there);
    expect([code, stdout]).toEqual([0, expect.stringContaining('done   project Shared\n')]);
    expect((await cli.run(['content', 'diff', folder], there)).code).toBe(0);
    const diff = await cli.run(['content', 'diff', 'context:there']);
    expect([diff.code, diff.stdout]).toEqual([
      10,
      expect.stringContaining('update projects/Shared\n'),
    ]);
  });

  it.skipIf(!existsSync(REAL))(
    'brings all documents of other systems from a platform into a folder and onto another one',
    async () => {
      const documents = REAL_KINDS.flatMap((kind) =>
        readdirSync(new URL(`${kind}/`, REAL)).map((name): unknown =>
          JSON.parse(readFileSync(new URL(`${kind}/${name}`, REAL), 'utf8')),
        ),
      );
      const source = await startApp('e2e-cli-real');
      const env = { NETADMIN_URL: source.url, NETADMIN_TOKEN: await source.tokenOf('admin') };
      await source.as('admin', 'POST', '/content/import', { body: { documents } });
      const folder = join(cli.directory, 'real');
      expect((await cli.run(['content', 'pull', folder], { env })).code).toBe(0);
      const there = { env: { NETADMIN_CONTEXT: 'there' } };
      const pushed = await cli.run(['content', 'push', folder, '--yes'], there);
      const [planned, done] = ['create|update', 'done  |FAILED'].map(
        (word) => pushed.stdout.match(new RegExp(`^(${word}) `, 'gm'))?.length,
      );
      expect([pushed.code, pushed.stdout.match(/^FAILED.*/gm), done]).toEqual([0, null, planned]);
      expect(planned).toBeGreaterThan(50);
      const diff = await cli.run(['content', 'diff', folder], there);
      expect([diff.code, diff.stdout]).toEqual([0, '']);
      await source.close();
    },
  );

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

  it('ends without a word when nobody reads any more', async () => {
    const env = { NETADMIN_URL: app.url, NETADMIN_TOKEN: token };
    const piped = 'netadmin api list -o json | head -n 1\n';
    const { code, stdout, stderr } = await cli.shell(piped, env);
    expect([code, stderr, stdout.split('\n').length]).toEqual([0, '', 2]);
  });

  it('takes no secret from its command line, which everybody on the machine can read', async () => {
    const call = ['api', 'call', 'login', '--username', 'carla'];
    const refused = await cli.run([...call, '--password', PASSWORD]);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      '--password is a secret: @file, or - for what comes in\n',
    ]);
    const given = await cli.run([...call, '--password', '-'], { input: `${PASSWORD}\n` });
    expect([given.code, given.stdout]).toEqual([0, expect.stringMatching(/^\S{20,}$/)]);
  });

  it('completes commands, options and values in a shell', async () => {
    const env = { NETADMIN_URL: app.url, NETADMIN_TOKEN: token };
    // Readline takes some characters for ends of words. One shell asks for all of them, as a person's does.
    const completed = async (...lines: readonly string[]) => {
      const asked = lines.map((line) => {
        const words = line.split(/ |(?=@)|(?<=@)/).map((word) => `'${word}'`);
        return `COMPREPLY=() COMP_LINE='${line}' COMP_POINT=${String(line.length)}
          COMP_WORDS=(${words.join(' ')}) COMP_CWORD=${String(words.length - 1)}
          _netadmin || true; printf '%s\\n' "\${COMPREPLY[@]}" =====\n`;
      });
      const defined = 'eval "$(netadmin completion bash)"\n';
      const { stdout } = await cli.shell(defined + asked.join(''), env, 'bash');
      const answers = stdout.split('=====\n').slice(0, lines.length);
      return answers.map((one) => one.split('\n').filter((text) => text !== ''));
    };
    const { _id } = await answer<{ _id: string }>('job', 'run', 'Nothing');
    expect(
      await completed(
        'netadmin job ret',
        'netadmin device change pu',
        'netadmin whoami -o js',
        'netadmin job list --stands',
        'netadmin api call getWorkflowV',
        'netadmin job list --status ca',
        'netadmin audit --outcome re',
        'netadmin workflow test On',
        'netadmin --on nowhere workflow test On',
        `netadmin job show ${_id.slice(0, 20)}`,
        'netadmin package plan @netadmin/exp',
      ),
    ).toEqual([
      ['retry'],
      ['push'],
      ['json', 'jsonl'],
      ['--stands-at'],
      ['getWorkflowVersion'],
      ['canceled'],
      ['refused'],
      ['One\\ look'],
      [],
      expect.arrayContaining([_id]),
      ['netadmin/expiry-report'],
    ]);
  });

  it('has a manual page with every command', async () => {
    const { stdout } = await cli.spawn(['manual']);
    expect(stdout).toContain('.SS \\fBnetadmin job show\\fR \\fIid\\fR\n');
    expect(readFileSync(join(cli.package, 'dist', 'netadmin.1'), 'utf8')).toBe(stdout);
  });

  it('works behind a proxy, with an authority of its own, and says when it does not know it', async () => {
    const own = selfSignedCertificate('platform.example');
    const seen: string[] = [];
    const front = await tlsFront(app.url, own);
    const proxy = await connectProxy(seen);
    const authority = join(cli.directory, 'authority.pem');
    writeFileSync(authority, own.certificate);
    const url = `https://127.0.0.1:${String(front.port)}`;
    const env = { NETADMIN_URL: url, NETADMIN_TOKEN: token };
    const unknown = await cli.spawn(['whoami'], { env });
    expect([unknown.code, unknown.stderr]).toEqual([
      3,
      `${url} cannot be reached: self-signed certificate\n` +
        '  Its authority is not known: netadmin login --authority FILE, or NETADMIN_AUTHORITY\n',
    ]);
    const contexts = { NETADMIN_CONFIG: join(cli.directory, 'own.json') };
    const login = ['login', url, '--token-stdin', '--name', 'own', '--authority', authority];
    expect((await cli.spawn(login, { input: token, env: contexts })).code).toBe(0);
    const proxied = { ...contexts, HTTPS_PROXY: `http://127.0.0.1:${String(proxy.port)}` };
    const who = await cli.spawn(['--on', 'own', 'whoami'], { env: proxied });
    expect([who.code, seen]).toEqual([0, [`127.0.0.1:${String(front.port)}`]]);
    const extra = { ...env, NODE_EXTRA_CA_CERTS: authority };
    const values = await cli.spawn(['complete', '--', 'job', 'run', 'On'], { env: extra });
    expect(values.stdout).toBe('One look\t\n');
    front.close();
    proxy.close();
  });

  it('says what a platform of another version has not', async () => {
    const document = {
      info: { version: '9.0.0' },
      paths: { '/new': { get: { operationId: 'n' } } },
    };
    const problem = { status: 404, code: 'not-found', detail: 'Nothing is served at this path' };
    const other = createServer(({ url }, reply) => {
      if (url === '/version') return void reply.end('2031.1');
      const isKnown = url === '/openapi.json';
      reply.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
      reply.end(JSON.stringify(isKnown ? document : problem));
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const env = { NETADMIN_URL: `http://127.0.0.1:${String(port)}`, NETADMIN_TOKEN: 'x' };
    const missing = await cli.run(['job', 'list'], { env });
    expect([missing.code, missing.stderr]).toEqual([
      5,
      'Nothing is served at this path (not-found)\n  What this platform has not: netadmin version\n',
    ]);
    const { stdout } = await cli.run(['version'], { env });
    const told = JSON.parse(stdout) as { readonly onlyInTheCommandLine: readonly string[] };
    expect(told).toMatchObject({ platform: '9.0.0', onlyOnThePlatform: ['GET /new n'] });
    expect(told.onlyInTheCommandLine).toContain('GET /operations-manager/jobs listJobs');
    other.close();
  });

  it('says what is done when it is interrupted in a push, and does the rest when it is run again', async () => {
    const folder = join(cli.directory, 'many');
    mkdirSync(join(folder, 'workflows'), { recursive: true });
    for (let n = 0; n < 120; n += 1)
      writeFileSync(
        join(folder, 'workflows', `${String(n)}.json`),
        JSON.stringify(nothing(`Many ${String(n).padStart(3, '0')}`)),
      );
    const pressed = new AbortController();
    let imports = 0;
    const front = await forwarding(other.url, (url) => {
      if (url === '/content/import' && (imports += 1) === 2) pressed.abort();
    });
    const url = `http://127.0.0.1:${String(front.port)}`;
    const env = { NETADMIN_URL: url, NETADMIN_TOKEN: await other.tokenOf('admin') };
    const push = ['content', 'push', folder, '--yes'];
    const cut = await cli.spawn(push, { env, signal: pressed.signal });
    expect([cut.code, cut.stderr.split('\n').at(-2)]).toEqual([
      130,
      'Interrupted: 100 of 120 are done; push again for the rest',
    ]);
    expect(cut.stdout.match(/^done {3}/gm)).toHaveLength(100);
    const again = await cli.spawn(push, { env });
    expect([again.code, again.stdout.match(/^done {3}/gm)?.length]).toEqual([0, 20]);
    front.close();
  });

  it('runs every block of its page', async () => {
    const blocks = shellBlocks('docs/cli.md');
    writeFileSync(join(cli.directory, 'password.txt'), 'first-admin-password');
    const { code, stderr } = await cli.shell(blocks.join(''), {
      URL: app.url,
      NETADMIN_CONFIG: join(cli.directory, 'page.json'),
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining('Signed in')]);
    expect(blocks.length).toBeGreaterThan(2);
  });
});
