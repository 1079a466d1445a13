import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SilentServer } from '../support/fakes/silent-server.js';
import { OrchestratorApp, type Refusal } from '../support/orchestrator-app.js';
import { hostilePaths } from '../support/paths/hostile-paths.js';
import { LEGAL_PATHS } from '../support/paths/legal-paths.js';

const BASE = '/nso/north';
const CLASSES = Object.keys(hostilePaths(''));

describe('the path of an action or query', () => {
  let app: OrchestratorApp;
  let stranger: SilentServer;
  let adapter: string;

  beforeAll(async () => {
    app = await OrchestratorApp.start('orchestratorPaths');
    stranger = await SilentServer.start();
    adapter = await app.ownAdapter({ baseUrl: `${app.orchestrator.url}${BASE}` });
  });
  afterAll(async () => {
    await app.close();
    await stranger.close();
  });
  beforeEach(() => {
    app.orchestrator.reset();
  });

  it.each(CLASSES)('never leaves the base of the adapter: %s', async (name) => {
    const paths = hostilePaths(stranger.host)[name] ?? [];
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      const answers = [
        await app.act<Refusal>({ path }, {}, { adapter }),
        await app.ask<Refusal>(path, { adapter }),
      ];
      for (const { status, json } of answers) {
        expect({ path, status }).toEqual({ path, status: 400 });
        expect(json.errors?.map(({ pointer }) => pointer)).toEqual(['#/params/path']);
      }
    }
    expect(app.orchestrator.requests).toEqual([]);
    expect(stranger.callers).toBe(0);
  });

  it('would be noticed by the stranger', async () => {
    const [host, port] = stranger.host.split(':');
    const socket = connect(Number(port), host);
    await once(socket, 'connect');
    while (stranger.callers === 0) await new Promise(setImmediate);
    socket.destroy();
    expect(stranger.callers).toBe(1);
    stranger.callers = 0;
  });

  it('reaches the orchestrator byte for byte where it is legal', async () => {
    for (const path of LEGAL_PATHS) {
      expect((await app.act({ path }, {}, { adapter })).status).toBe(200);
      expect([200, 502]).toContain((await app.ask(path, { adapter })).status);
      expect(app.orchestrator.requests.map(({ method, target }) => [method, target])).toEqual([
        ['POST', `${BASE}${path}`],
        ['GET', `${BASE}${path}`],
      ]);
      app.orchestrator.forget();
    }
    expect(stranger.callers).toBe(0);
  });
});
