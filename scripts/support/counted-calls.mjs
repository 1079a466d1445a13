import { createServer } from 'node:http';

/**
 * A server that counts the calls that change something, by their idempotency key.
 * @param port that of an earlier one, where workflows call it already.
 */
export async function countedCalls(port = 0) {
  const made = new Map();
  let readMs = 0;
  const server = createServer((request, response) => {
    const key = request.headers['idempotency-key'];
    if (request.method === 'POST') made.set(key, [...(made.get(key) ?? []), Date.now()]);
    request.resume();
    const answer = () => {
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
    };
    if (request.method === 'GET' && readMs > 0) setTimeout(answer, readMs);
    else answer();
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    url: `http://127.0.0.1:${server.address().port}`,
    /** Keys of calls that were made more than once, and when. */
    repeated: () => [...made].filter(([, times]) => times.length > 1),
    /** How long reads take from now on. */
    slow: (ms) => {
      readMs = ms;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
