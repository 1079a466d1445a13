/** Those who are told of events: streams that go on behind what they have seen, and the receiver of a webhook. */
import { createServer } from 'node:http';

const PAUSE_MS = 200;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Follows the events of a source on a node, and notes the number of each. */
export function followEvents(node, token, source) {
  const seen = [];
  const over = new AbortController();
  let last = '';
  const take = (block) => {
    const [, id, data] = /^id: (\d+)\n(?:event: \w+\n)?data: (.*)$/.exec(block) ?? [];
    if (id === undefined) return;
    last = id;
    const { payload } = JSON.parse(data);
    if (payload?.n !== undefined) seen.push(payload.n);
  };
  const once = async () => {
    const from = last === '' ? '&from=0' : '';
    const { body, ok } = await fetch(
      `${node.url}/events/stream?source=${encodeURIComponent(source)}${from}`,
      {
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'text/event-stream',
          ...(last !== '' && { 'last-event-id': last }),
        },
        signal: over.signal,
      },
    );
    if (!ok) return body?.cancel();
    let rest = '';
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop();
      for (const block of blocks) take(block);
    }
  };
  const follow = async () => {
    while (!over.signal.aborted) {
      await once().catch(() => undefined);
      await sleep(PAUSE_MS);
    }
  };
  void follow();
  return { seen, end: () => over.abort() };
}

/** Takes deliveries, and counts how often it was sent each number. */
export async function receiveEvents() {
  const counts = new Map();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const { n } = JSON.parse(text).event.payload;
      counts.set(n, (counts.get(n) ?? 0) + 1);
      response.end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    counts,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
