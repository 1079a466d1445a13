import { Agent, type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type FuzzCall } from './fuzz-call.js';

/** What came back: an answer, or why there is none. */
export interface FuzzAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly lost?: string;
}

const LONGEST_MS = 30_000;
/** A stream does not end: so much of it is read. */
const STREAM_MS = 100;

/** Sends what is written as it is written, over connections that are used again. */
export class CallSender {
  private readonly agent: Agent;
  private readonly origin: URL;

  constructor(origin: string, concurrency: number) {
    this.origin = new URL(origin);
    this.agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  }

  async send(call: FuzzCall, credential: Readonly<Record<string, string>>): Promise<FuzzAnswer> {
    const first = await this.once(call, credential);
    // The server may close a connection that rests in the moment in which it is used again.
    return first === 'rested' ? settled(await this.once(call, credential)) : first;
  }

  close(): void {
    this.agent.destroy();
  }

  private once(
    { method, target, headers, body }: FuzzCall,
    credential: Readonly<Record<string, string>>,
  ): Promise<FuzzAnswer | 'rested'> {
    const bytes = body === undefined ? undefined : Buffer.from(body, 'base64');
    return new Promise((resolve) => {
      const { hostname, port } = this.origin;
      const sent = request({ agent: this.agent, hostname, port, method, path: target });
      for (const [name, value] of Object.entries({ ...credential, ...headers }))
        sent.setHeader(name, value);
      if (bytes) sent.setHeader('content-length', bytes.length);
      const late = setTimeout(() => {
        resolve(lost(`no answer within ${LONGEST_MS / 1000} s`));
        sent.destroy();
      }, LONGEST_MS);
      const done = (answer: FuzzAnswer | 'rested'): void => {
        clearTimeout(late);
        resolve(answer);
      };
      sent.on('response', (response) => {
        read(response, done);
      });
      sent.on('error', (error: Error & { code?: string }) => {
        done(sent.reusedSocket ? 'rested' : lost(error.code ?? error.message));
      });
      sent.end(bytes);
    });
  }
}

function read(response: IncomingMessage, done: (answer: FuzzAnswer) => void): void {
  const { statusCode: status = 0, headers } = response;
  const contentType = headers['content-type'] ?? '';
  const chunks: Buffer[] = [];
  const isStream = contentType.startsWith('text/event-stream');
  const end = (): void => {
    const bytes = Buffer.concat(chunks);
    done({ status, contentType, text: unpacked(bytes, headers['content-encoding']).toString() });
  };
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', end);
  response.on('error', (error: Error & { code?: string }) => {
    if (!isStream) done(lost(`the answer breaks off: ${error.code ?? error.message}`));
  });
  if (isStream)
    setTimeout(() => {
      end();
      response.destroy();
    }, STREAM_MS);
}

function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === 'gzip') return gunzipSync(bytes);
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
}

const lost = (why: string): FuzzAnswer => ({ status: 0, contentType: '', text: '', lost: why });

function settled(answer: FuzzAnswer | 'rested'): FuzzAnswer {
  return answer === 'rested' ? lost('the connection is reset') : answer;
}
