import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { trackConnections } from './connections.js';
import { drainThenClose } from './drain-then-close.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function setup() {
  const pending: ServerResponse[] = [];
  let arrived: (() => void) | undefined;
  const server = createServer((_request, response) => {
    pending.push(response);
    arrived?.();
  });
  servers.push(server);
  trackConnections(server, { connectionsMax: 100, connectionsPerAddress: 100 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const steps: string[] = [];
  const drain = (timeoutMs: number): Promise<boolean> =>
    drainThenClose({
      server,
      timeoutMs,
      announce: () => steps.push('announce'),
      stopTasks: () => Promise.resolve(steps.push('tasks')),
      closeApp: () => Promise.resolve(void steps.push('app')),
    });
  const request = (): { readonly arrived: Promise<void>; readonly answer: Promise<Response> } => ({
    arrived: new Promise((resolve) => (arrived = resolve)),
    answer: fetch(`http://127.0.0.1:${port}/`),
  });
  return { server, port, pending, steps, drain, request };
}

describe('drainThenClose', () => {
  it('finishes requests in flight before it stops tasks and closes the application', async () => {
    const { pending, steps, drain, request } = await setup();
    const { arrived, answer } = request();
    await arrived;
    const drained = drain(10_000);
    expect(steps).toEqual(['announce']);
    pending[0]?.end('done');
    expect(await (await answer).text()).toBe('done');
    expect(await drained).toBe(true);
    expect(steps).toEqual(['announce', 'tasks', 'app']);
  });

  it('takes no new connections', async () => {
    const { port, drain } = await setup();
    await drain(10_000);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  it('does not wait for connections that are kept alive without a request', async () => {
    const { server, port, drain } = await setup();
    const accepted = new Promise((resolve) => server.once('connection', resolve));
    const socket = connect(port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.on('close', resolve));
    await accepted;
    expect(await drain(60_000)).toBe(true);
    await closed;
  });

  it('cuts off what takes longer than it may, and says so', async () => {
    const { drain, request } = await setup();
    const { arrived, answer } = request();
    const outcome = answer.then(
      () => 'answered',
      () => 'cut off',
    );
    await arrived;
    expect(await drain(30)).toBe(false);
    expect(await outcome).toBe('cut off');
  });
});
