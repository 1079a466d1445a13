import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listeningFailure } from './listening-failure.js';
import { ConfigError, loadConfig } from './platform/config/config.js';

/** What Node says when it cannot listen there. */
const failureAt = (port: number, host: string) =>
  new Promise<unknown>((resolve) => {
    createServer().once('error', resolve).listen(port, host);
  });

describe('listeningFailure', () => {
  let other: Server;
  let port: number;

  beforeAll(async () => {
    other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  afterAll(() => {
    other.close();
  });

  it('names the port that another program has', async () => {
    const { server } = loadConfig({ PORT: String(port) });
    const failure = listeningFailure(await failureAt(port, '127.0.0.1'), server);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(failure).toMatchObject({
      faults: [`PORT must be free, but another program listens on ${port}`],
    });
  });

  it('names the host that is no address of this machine', async () => {
    const { server } = loadConfig({ HOST: '192.0.2.1' });
    expect(listeningFailure(await failureAt(0, '192.0.2.1'), server)).toMatchObject({
      faults: ['HOST must be an address of this machine, but is 192.0.2.1'],
    });
  });

  it('leaves other errors as they are', () => {
    const error = new Error('something else');
    expect(listeningFailure(error, loadConfig({}).server)).toBe(error);
  });
});
