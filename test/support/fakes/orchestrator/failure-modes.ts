import { type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** How the orchestrator fails instead of answering as it should. */
export type FailureMode =
  /** Takes the request and says nothing. */
  | 'silent'
  /** Sends headers, then nothing. */
  | 'stalled'
  /** A body that never ends, a little at a time. */
  | 'endless'
  /** Breaks the connection at once. */
  | 'reset'
  /** Breaks it within the body. */
  | 'truncated'
  /** A body of 1 GB with its length announced. */
  | 'gigabyte'
  /** The same without a length. */
  | 'gigabyte-chunked'
  /** The same compressed to a few hundred KB. */
  | 'gigabyte-compressed'
  /** Answers HTML, as a proxy in between does. */
  | 'wrong-type'
  | 'no-type'
  /** JSON that breaks off. */
  | 'invalid-json'
  /** XML that breaks off. */
  | 'invalid-xml'
  /** Announces JSON and sends octets that are no text. */
  | 'binary'
  /** 500 with `ietf-restconf:errors`. */
  | 'server-error'
  /** 503 without any body. */
  | 'unavailable'
  /** Not HTTP at all. */
  | 'gibberish'
  /** An answer whose headers are larger than anyone takes. */
  | 'large-headers'
  | { readonly redirectTo: string; readonly status?: number }
  | { readonly answer: number; readonly type?: string; readonly body?: string };

const CHUNK = Buffer.alloc(64 * 1024, 0x20);
const GIGABYTE = 1024 * 1024 * 1024;
const JSON_TYPE = 'application/yang-data+json';

const MODES: Readonly<
  Record<Extract<FailureMode, string>, (res: ServerResponse, request: IncomingMessage) => void>
> = {
  silent: () => undefined,
  stalled: (res) => void res.writeHead(200, { 'content-type': JSON_TYPE }).write('{"a":'),
  endless: (res) => {
    res.writeHead(200, { 'content-type': JSON_TYPE }).write('{"a":"');
    const timer = setInterval(() => res.write('x'), 5);
    res.on('close', () => {
      clearInterval(timer);
    });
  },
  reset: (_res, { socket }) => socket.resetAndDestroy(),
  truncated: (res, { socket }) => {
    res.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': '1000' });
    res.write('{"a":', () => socket.destroy());
  },
  gigabyte: (res) => {
    res.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': String(GIGABYTE) });
    pour(res);
  },
  'gigabyte-chunked': (res) => {
    res.writeHead(200, { 'content-type': JSON_TYPE });
    pour(res);
  },
  'gigabyte-compressed': (res) => {
    const layer = gzipSync(Buffer.alloc(1024 * 1024, 0x20));
    res.writeHead(200, { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' });
    // Members of gzip may follow each other: a thousand of them make the gigabyte.
    for (let member = 0; member < 1024; member += 1) res.write(layer);
    res.end();
  },
  'wrong-type': (res) => {
    res.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Sign in</body></html>');
  },
  'no-type': (res) => void res.writeHead(200).end('{"a":1}'),
  'invalid-json': (res) => void res.writeHead(200, { 'content-type': JSON_TYPE }).end('{"a":'),
  'invalid-xml': (res) => {
    res.writeHead(200, { 'content-type': 'application/yang-data+xml' }).end('<data><a></data');
  },
  binary: (res) => {
    res.writeHead(200, { 'content-type': JSON_TYPE }).end(Buffer.from([0xff, 0xfe, 0x00, 0x80]));
  },
  'server-error': (res) => {
    const error = {
      'error-type': 'application',
      'error-tag': 'operation-failed',
      'error-message': 'internal error',
    };
    res
      .writeHead(500, { 'content-type': JSON_TYPE })
      .end(JSON.stringify({ 'ietf-restconf:errors': { error: [error] } }));
  },
  unavailable: (res) => void res.writeHead(503).end(),
  gibberish: (_res, { socket }) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
  'large-headers': (res, { socket }) => {
    res.socket?.write(`HTTP/1.1 200 OK\r\nX-Large: ${'x'.repeat(1_000_000)}\r\n\r\n`);
    socket.end();
  },
};

/** Fails in one of the ways. */
export function failWith(mode: FailureMode, request: IncomingMessage, res: ServerResponse): void {
  if (typeof mode === 'string') {
    MODES[mode](res, request);
  } else if ('redirectTo' in mode) {
    res.writeHead(mode.status ?? 302, { location: mode.redirectTo }).end();
  } else {
    const headers = mode.type === undefined ? {} : { 'content-type': mode.type };
    res.writeHead(mode.answer, headers).end(mode.body ?? '');
  }
}

/** Writes a gigabyte as fast as the reader takes it, and no more once the reader is gone. */
function pour(res: ServerResponse): void {
  let left = GIGABYTE;
  const next = (): void => {
    while (left > 0 && !res.destroyed) {
      left -= CHUNK.length;
      if (!res.write(CHUNK)) {
        res.once('drain', next);
        return;
      }
    }
    res.end();
  };
  next();
}
