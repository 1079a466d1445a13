/** A thread that keeps asking for one expensive thing, several at a time, and tells each status. */
import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { url, method, path, body, token, atOnce } = workerData;
const headers = { authorization: `Bearer ${token}` };
if (body) {
  headers['content-type'] = 'application/json';
  headers['content-length'] = Buffer.byteLength(body);
}
const bytes = body ? Buffer.from(body) : undefined;

function ask() {
  const sent = request(url + path, { method, headers }, (answer) => {
    parentPort.postMessage(answer.statusCode);
    answer.resume();
    answer.once('close', () => setImmediate(ask));
  });
  sent.on('error', () => setTimeout(ask, 10));
  sent.end(bytes);
}
for (let place = 0; place < atOnce; place += 1) ask();
