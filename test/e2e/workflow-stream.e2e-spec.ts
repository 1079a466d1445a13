import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, createConnection } from 'mongoose';
import { type JsonObject } from '../../src/kernel/json.js';
import { eventually } from '../support/eventually.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { onCommand } from '../support/watch-commands.js';

/** So many that neither the sockets nor the buffers on the way hold all of them. */
const COUNT = 5000;
const LONG = 'x'.repeat(3000);

describe('all workflows, streamed (operation 13)', () => {
  let platform: TestApp;
  const commands: string[] = [];
  const workflows = () =>
    platform.app
      .get<Connection>(getConnectionToken(), { strict: false })
      .collection<JsonObject & { _id: string }>('workflows');
  const countOf = (name: string) => commands.filter((one) => one === name).length;

  /** The answer once its first bytes are there, read no further. */
  async function begun(): Promise<IncomingMessage> {
    const authorization = `Bearer ${await platform.tokenOf('admin')}`;
    const request = get(new URL('/service_catalog/GetWorkflows', platform.url), {
      headers: { authorization },
      agent: false,
    });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    // Whoever ends or cuts the connection shall not end the test with it.
    request.on('error', () => undefined);
    await once(answer, 'readable');
    return answer;
  }

  beforeAll(async () => {
    platform = await startApp('e2e-workflow-stream');
    onCommand(platform.app, (name, command) => {
      const target = command['collection'] ?? command[name];
      if (target === 'workflows') commands.push(name);
    });
    await workflows().insertMany(
      Array.from({ length: COUNT }, (_, at) => {
        const name = `Flow ${String(at).padStart(5, '0')}`;
        const document = { name, type: 'automation', tasks: { a: { name: LONG } } };
        return { _id: `id-${String(at)}`, name, nameFolded: name.toLowerCase(), document };
      }),
    );
  });
  afterAll(() => platform.close());

  it('are all there, and the last one ends the list', async () => {
    const { json } = await platform.as<{ workflows: readonly JsonObject[] }>(
      'admin',
      'GET',
      '/service_catalog/GetWorkflows',
    );
    expect(json.workflows).toHaveLength(COUNT);
    expect(json.workflows.at(-1)).toMatchObject({ name: 'Flow 04999' });
  });

  it('are read no further once the caller is gone', async () => {
    commands.length = 0;
    await platform.as('admin', 'GET', '/service_catalog/GetWorkflows');
    const whole = countOf('getMore');
    commands.length = 0;
    const answer = await begun();
    answer.destroy();
    const killed = () => Promise.resolve(countOf('killCursors'));
    await eventually(killed, (count) => count > 0);
    expect(countOf('getMore')).toBeLessThan(whole / 2);
  });

  it('are sent to a bounded number of readers of one account, each as long as it reads', async () => {
    const list = () => platform.as('admin', 'GET', '/service_catalog/GetWorkflows');
    const readers = await Promise.all(Array.from({ length: 10 }, begun));
    const refused = await list();
    for (const reader of readers) reader.destroy();
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ code: 'too-many-streams' });
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await eventually(list, ({ status }) => status === 200)).status).toBe(200);
  });

  it('cut the connection where reading them fails, so that half a list is never a whole one', async () => {
    const answer = await begun();
    // The cursor dies with what it reads; by another connection, this is nothing that the platform does.
    const other = await createConnection(platform.databaseUri).asPromise();
    await other.collection('workflows').rename('elsewhere');
    let text = '';
    const read = async () => {
      for await (const chunk of answer) text += String(chunk);
    };
    await expect(read()).rejects.toThrow('aborted');
    expect(text.startsWith('{"workflows":[{"_id":"id-0"')).toBe(true);
    await other.collection('elsewhere').rename('workflows');
    await other.close();
    expect(text.endsWith(']}')).toBe(false);
  });
});
