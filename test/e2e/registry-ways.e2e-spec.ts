import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Server as TcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anArtifact } from '../support/factories/an-artifact.js';
import { FakeGitlab } from '../support/fakes/gitlab.js';
import { selfSignedCertificate } from '../support/self-signed-certificate.js';
import { startApp } from '../support/start-app.js';

const CONFIGS = '/prebuilts-repository/configs';
const TOKEN = 'glpat-x';

interface Status {
  readonly state: string;
  readonly packages: number;
  readonly lastError: { readonly message: string } | null;
}

const portOf = (server: TcpServer | Server): number => (server.address() as AddressInfo).port;

/** Joins two connections; whichever ends takes the other along. */
function joined(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  for (const [socket, peer] of [
    [one, other],
    [other, one],
  ] as const) {
    socket.on('error', () => peer.destroy());
    socket.on('close', () => peer.destroy());
  }
}

describe('the ways to a registry', () => {
  const directory = mkdtempSync(join(tmpdir(), 'registry-ways-'));
  const { certificate, key } = selfSignedCertificate('registry.example');
  const authority = join(directory, 'authority.pem');
  const tunnelled: string[] = [];
  let gitlab: FakeGitlab;
  let secure: TcpServer;
  let proxy: Server;

  beforeAll(async () => {
    writeFileSync(authority, certificate);
    gitlab = await FakeGitlab.start({ token: TOKEN });
    gitlab
      .project('team/one')
      .commit({ 'artifact.json': JSON.stringify(anArtifact({ name: '@team/one' })) });
    const { port } = new URL(gitlab.baseUrl);
    secure = createTlsServer({ cert: certificate, key }, (socket) => {
      joined(socket, connect(Number(port), '127.0.0.1'));
    });
    proxy = createServer();
    proxy.on('connect', (req: IncomingMessage, socket: Socket) => {
      tunnelled.push(req.url ?? '');
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      joined(socket, connect(portOf(secure), '127.0.0.1'));
    });
    for (const server of [secure, proxy]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
  });
  afterAll(async () => {
    secure.close();
    proxy.close();
    await gitlab.close();
    rmSync(directory, { recursive: true });
  });

  /** What becomes of a repository on that host, read by a platform with these settings. */
  const readThere = async (hostname: string, env: Record<string, string>): Promise<Status> => {
    const app = await startApp('e2e-registry-ways', {
      env: { CATALOGUE_RESCAN_SECONDS: '86400', ...env },
    });
    try {
      const credentials = { token: TOKEN };
      const body = { name: '@team', type: 'gitlab', hostname, path: 'team', credentials };
      expect((await app.as('admin', 'POST', CONFIGS, { body })).status).toBe(200);
      await app.as('admin', 'POST', `${CONFIGS}/%40team/refresh`);
      const { results } = (
        await app.as<{ results: (Status & { name: string })[] }>(
          'admin',
          'GET',
          '/prebuilts-repository/status',
        )
      ).json;
      const found = results.find(({ name }) => name === '@team');
      expect(found).toBeDefined();
      return found as Status;
    } finally {
      await app.close();
    }
  };

  it('trust the authority of EXTRA_CA_FILE, and no other unknown one', async () => {
    const hostname = `https://127.0.0.1:${portOf(secure)}`;
    const before = gitlab.calls.length;
    const refused = await readThere(hostname, {});
    expect(refused).toMatchObject({ state: 'failed', packages: 0 });
    expect(refused.lastError?.message).toContain('its certificate is self-signed');
    expect(gitlab.calls.slice(before)).toEqual([]);
    const trusted = await readThere(hostname, { EXTRA_CA_FILE: authority });
    expect(trusted).toMatchObject({ state: 'current', packages: 1, lastError: null });
  });

  it('lead through HTTPS_PROXY, which sees the name and nothing of the calls', async () => {
    const read = await readThere('https://registry.example', {
      EXTRA_CA_FILE: authority,
      HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}`,
    });
    expect(read).toMatchObject({ state: 'current', packages: 1, lastError: null });
    expect(new Set(tunnelled)).toEqual(new Set(['registry.example:443']));
    expect(new Set(gitlab.calls.map(({ headers }) => headers['private-token']))).toEqual(
      new Set([TOKEN]),
    );
  });
});
