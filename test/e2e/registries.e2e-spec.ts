import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppLogger } from '../../src/platform/logging/app-logger.js';
import { anArtifact, aWorkflow } from '../support/factories/an-artifact.js';
import { FakeGithub } from '../support/fakes/github.js';
import { FakeGitlab } from '../support/fakes/gitlab.js';
import { SilentServer } from '../support/fakes/silent-server.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Entry {
  readonly name: string;
  readonly version: string;
  readonly id?: number;
  readonly published?: string;
}
interface Page {
  readonly results: readonly Entry[];
  readonly total: number;
  readonly warnings: readonly { readonly config: string; readonly message: string }[];
}
interface Status {
  readonly state: string;
  readonly packages: number;
  readonly versions: number;
  readonly lastError: { readonly message: string } | null;
}

const CONFIGS = '/prebuilts-repository/configs';
const GITLAB_TOKEN = 'glpat-canary-of-the-registries';
const GITHUB_TOKEN = 'ghp_canary_of_the_registries';

describe('packages of real registries', () => {
  let gitlab: FakeGitlab;
  let github: FakeGithub;
  let elsewhere: SilentServer;
  let app: TestApp;
  const log: string[] = [];
  const answers: string[] = [];

  const admin = async <T>(method: string, path: string, options?: CallOptions) => {
    const answer = await app.as<T>('admin', method, path, options);
    answers.push(answer.text);
    return answer;
  };
  const configOf = (name: string) => `${CONFIGS}/${encodeURIComponent(name)}`;
  const refresh = async (name: string) =>
    (await admin<Status>('POST', `${configOf(name)}/refresh`)).json;
  const page = async (options: object = {}) => {
    const query = encodeURIComponent(JSON.stringify(options));
    const path = `/prebuilts-repository?queryOptions=${query}`;
    return (await admin<{ results: Page }>('GET', path)).json.results;
  };
  const shown = async (options: object = {}) =>
    (await page(options)).results.map(({ name, version }) => `${name} ${version}`);
  const artifact = (name: string, version: string) => ({
    'artifact.json': anArtifact({
      name,
      version,
      bundles: [{ type: 'workflow', data: aWorkflow(`Workflow of ${name}`) }],
    }),
  });

  beforeAll(async () => {
    gitlab = await FakeGitlab.start({ basePath: '/gitlab', token: GITLAB_TOKEN });
    github = await FakeGithub.start({ token: GITHUB_TOKEN });
    elsewhere = await SilentServer.start();
    const vlans = gitlab.project('acme/deep/vlans', { isPrivate: true });
    vlans.commit(artifact('@acme/vlans', '1.0.0'));
    vlans.tag('v1.0.0');
    vlans.commit(artifact('@acme/vlans', '1.1.0'), 'release/2023.2');
    vlans.commit(artifact('@acme/vlans', '1.2.0'), 'release/2099.1');
    vlans.commit(artifact('@acme/vlans', '2.0.0'));
    gitlab.project('acme/old', { isArchived: true }).commit(artifact('@acme/old', '1.0.0'));
    github.organisation('networks');
    const ports = github.repository('networks/ports', { isPrivate: true });
    ports.commit(artifact('@networks/ports', '0.9.0'), 'main');
    ports.tag('0.9.0');
    ports.commit(artifact('@networks/ports', '1.0.0'), 'release/2023.2');
    github.repository('networks/code').commit({ 'main.py': 'print()' });
    const write = (line: string) => void log.push(line);
    const logger = new AppLogger({ level: 'debug', format: 'json' }, { write });
    app = await startApp('e2e-registries', {
      env: { CATALOGUE_RESCAN_SECONDS: '86400' },
      override: (builder) => builder.overrideProvider(AppLogger).useValue(logger),
    });
    await admin('PATCH', configOf('@local'), { body: { enabled: false } });
    for (const [name, type, hostname, path, token] of [
      ['@acme', 'gitlab', gitlab.baseUrl, 'acme', GITLAB_TOKEN],
      ['@networks', 'github', github.baseUrl, 'networks', GITHUB_TOKEN],
    ]) {
      const body = { name, type, hostname, path, credentials: { token } };
      await admin('POST', CONFIGS, { body });
    }
  });
  beforeEach(() => {
    gitlab.forget();
    github.forget();
    gitlab.linkTo = (next) => next;
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([gitlab.close(), github.close(), elsewhere.close()]);
  });

  it('are indexed with all their versions, and told of what is no package', async () => {
    expect(await refresh('@acme')).toMatchObject({ state: 'current', packages: 1, versions: 4 });
    expect(await refresh('@networks')).toMatchObject({ packages: 1, versions: 3, broken: 1 });
    const { warnings } = await page();
    expect(warnings).toEqual([
      { config: '@networks', package: 'networks/code', message: 'package.json is missing' },
    ]);
  });

  it('are shown in the version of the running release, without any call', async () => {
    expect(await shown()).toEqual(['@acme/vlans 1.1.0', '@networks/ports 1.0.0']);
    expect(await shown({ config: '@networks' })).toEqual(['@networks/ports 1.0.0']);
    expect([gitlab.calls.length, github.calls.length]).toEqual([0, 0]);
  });

  it('are shown in the version of another release, without any call', async () => {
    expect(await shown({ platform_version: '2099.1' })).toEqual([
      '@acme/vlans 1.2.0',
      '@networks/ports 1.0.0',
    ]);
    expect(await shown({ platform_version: '2020.1' })).toEqual([
      '@acme/vlans 2.0.0',
      '@networks/ports 0.9.0',
    ]);
    expect([gitlab.calls.length, github.calls.length]).toEqual([0, 0]);
  });

  it('are known by the number that their registry gave the project', async () => {
    const { json } = await admin<{ packages: Entry[] }>('GET', '/admin/artifacts/available');
    expect(json.packages.map(({ name, id }) => [name, id])).toEqual([
      ['@acme/vlans', 100],
      ['@networks/ports', 1000],
    ]);
  });

  it('were published when their commit was made', async () => {
    const [vlans] = (await page({ config: '@acme' })).results;
    expect(vlans?.published).toMatch(/^2026-01-01T00:0\d:00\.000Z$/);
  });

  it('are installed from the index, by a version that only a tag has', async () => {
    const body = { config: '@networks', name: '@networks/ports', version: '0.9.0' };
    const { status, json } = await admin<{ data: { version: string } }>(
      'POST',
      '/admin/artifacts',
      { body },
    );
    expect([status, json.data.version]).toEqual([200, '0.9.0']);
    expect(github.calls).toEqual([]);
    const [ports] = (await page({ config: '@networks' })).results;
    expect(ports).toMatchObject({ version: '1.0.0', availableUpdate: true });
  });

  it.each([
    [
      '@acme',
      (): void => {
        gitlab.fail('server-error');
      },
      'answers with status 500',
    ],
    [
      '@networks',
      (): void => {
        github.fail({ answer: 401, message: 'Bad credentials' });
      },
      'does not know the token',
    ],
  ])('of %s stay when it fails, which every page says', async (name, fail, words) => {
    fail();
    await admin('POST', `${configOf(name)}/refresh`);
    expect(await shown()).toEqual(['@acme/vlans 1.1.0', '@networks/ports 1.0.0']);
    const warning = { config: name, message: expect.stringContaining(words) as unknown };
    expect((await page()).warnings).toContainEqual(warning);
    github.forget();
    gitlab.forget();
    await admin('POST', `${configOf(name)}/refresh`);
    expect((await page()).warnings).not.toContainEqual(warning);
  });

  it('come with calls that say nothing changed, once they are known', async () => {
    const readBoth = async () => {
      await refresh('@networks');
      await refresh('@acme');
    };
    await readBoth();
    github.forget();
    gitlab.forget();
    await readBoth();
    const statuses = [...github.calls, ...gitlab.calls].map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([304]));
  });

  it('are never asked for elsewhere, whatever a registry says', async () => {
    for (let at = 0; at < 101; at += 1) gitlab.project(`acme/empty-${at}`);
    gitlab.linkTo = () => `http://${elsewhere.host}/gitlab/api/v4/groups/acme/projects?page=2`;
    github.fail({ redirectTo: `http://${elsewhere.host}/api/v3/orgs/networks/repos` });
    for (const name of ['@acme', '@networks']) {
      await admin('POST', `${configOf(name)}/refresh`);
      const warning = { config: name, message: expect.stringContaining('token is not sent') };
      expect((await page()).warnings).toContainEqual(warning);
    }
    expect(elsewhere.callers).toBe(0);
  });

  it('cost a token that its own registry sees, and no answer and no line of the log', async () => {
    await refresh('@acme');
    await refresh('@networks');
    const [toGitlab, toGithub] = [gitlab, github].map(({ calls }) =>
      JSON.stringify(calls.map(({ headers }) => headers)),
    );
    expect(toGitlab).toContain(GITLAB_TOKEN);
    expect(toGitlab).not.toContain(GITHUB_TOKEN);
    expect(toGithub).toContain(GITHUB_TOKEN);
    expect(toGithub).not.toContain(GITLAB_TOKEN);
    for (const path of [CONFIGS, '/prebuilts-repository/status', '/profiles/default']) {
      await admin('GET', path);
    }
    const told = [...answers, ...log].join('\n');
    expect(told).toContain('ACCESS_TOKEN');
    for (const token of [GITLAB_TOKEN, GITHUB_TOKEN]) expect(told).not.toContain(token);
    expect(log.length).toBeGreaterThan(0);
  });
});
