import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CheckDeviceAnswer } from '../../src/domains/devices/inventory/device-answers.dto.js';
import { pathOf } from '../support/devices-app.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { type RoleName } from '../../src/kernel/principal.js';

const SSH = { username: 'probe', password: 'p-of-the-probe', type: 'cisco-ios' };

describe('what a check of a device says of the network inside', () => {
  const servers: Server[] = [];
  let platform: TestApp | undefined;
  let open: number;
  let silent: number;
  let closed: number;
  let connections = 0;

  const listen = async (answer: boolean): Promise<number> => {
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      if (answer) socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const start = async (env: Readonly<Record<string, string>>): Promise<TestApp> => {
    platform = await startApp('device-networks', {
      env: { DEVICE_CONNECT_TIMEOUT_MS: '300', ...env },
    });
    return platform;
  };
  const check = async (node: TestApp, role: RoleName, port: number, host = '127.0.0.1') => {
    const path = pathOf(`probe-${String(port)}`);
    const made = await node.as('apiwrite', 'PUT', path, { body: { ...SSH, host, port } });
    expect(made.status).toBe(200);
    const answer = await node.as<CheckDeviceAnswer>(role, 'POST', `${path}/check`, { body: {} });
    expect(answer.status).toBe(200);
    return answer.json;
  };

  beforeAll(async () => {
    open = await listen(true);
    silent = await listen(false);
    const gone = await listen(true);
    servers.pop()?.close();
    closed = gone;
  });
  afterEach(async () => {
    await platform?.close();
    platform = undefined;
  });
  afterAll(() => {
    servers.forEach((server) => server.close());
  });

  it('is nothing where nobody named it: no connection is made', async () => {
    const node = await start({ DEVICE_NETWORKS: '*' });
    connections = 0;
    for (const port of [open, closed, silent])
      expect(await check(node, 'apiwrite', port)).toMatchObject({
        code: 'forbidden-target',
        detail: expect.stringContaining('OUTBOUND_ALLOW'),
      });
    // Nothing can be told by time either.
    expect(connections).toBe(0);
  });

  it('names the setting for an internal network that is not allowed', async () => {
    const node = await start({});
    expect(await check(node, 'apiwrite', 22, '10.255.0.1')).toMatchObject({
      code: 'forbidden-target',
      detail: expect.stringContaining('DEVICE_NETWORKS'),
    });
  });

  it('is the same for open, closed and silent ports; administrators are told why', async () => {
    const node = await start({ OUTBOUND_ALLOW: '127.0.0.1' });
    const findings: CheckDeviceAnswer[] = [];
    for (const port of [open, closed, silent]) findings.push(await check(node, 'apiwrite', port));
    expect(new Set(findings.map((finding) => JSON.stringify(finding))).size).toBe(1);
    expect(findings[0]).toMatchObject({
      code: 'device-unreachable',
      detail: '127.0.0.1 cannot be reached',
    });
    for (const [port, reason] of [
      [open, 'it does not speak SSH'],
      [closed, 'it refuses connections'],
      [silent, 'it did not finish the login in time'],
    ] as const)
      expect((await check(node, 'admin', port)).detail).toContain(reason);
    const kept = await node.as('apiwrite', 'GET', pathOf(`probe-${String(closed)}`));
    expect(kept.text).not.toContain('refuses');
  });
});
