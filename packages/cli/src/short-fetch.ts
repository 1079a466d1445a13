import { type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * `fetch` for one short answer that is read whole, over the HTTP client of Node: the `fetch` of the runtime takes
 * longer to load than all the rest of the program.
 */
export const shortFetch: typeof globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const { url, method, headers, signal } = request;
  const body = request.body ? await request.text() : '';
  const { request: send } = url.startsWith('https:')
    ? await import('node:https')
    : await import('node:http');
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { method, headers: Object.fromEntries(headers), signal };
    send(url, options, resolve).on('error', reject).end(body);
  });
  return new Response(await text(answer), {
    status: answer.statusCode ?? 0,
    headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
  });
};
