import { type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type JsonValue } from '#kernel/json.js';

/** How a registry, or something on the way to it, fails instead of answering as it should. */
export type RegistryFailure =
  /** Takes the request and says nothing. */
  | 'silent'
  /** A body that never ends, a little at a time. */
  | 'endless'
  /** Breaks the connection at once. */
  | 'reset'
  /** Breaks it within the body. */
  | 'truncated'
  /** A body of 1 GB without a length. */
  | 'gigabyte'
  /** The same compressed to a few hundred KB. */
  | 'gigabyte-compressed'
  /** JSON that breaks off. */
  | 'invalid-json'
  /** JSON that is not what was asked for. */
  | 'other-json'
  /** JSON in a form that exhausts a careless parser. */
  | 'json-bomb'
  /** Octets that are no text. */
  | 'bad-utf8'
  /** A page of a proxy in between. */
  | 'html'
  | 'server-error'
  /** 403 of the secondary rate limit, with nothing that says when to come back. */
  | 'secondary-limit'
  | { readonly redirectTo: string }
  | {
      readonly answer: number;
      readonly message?: string;
      /** In the place of an object with the message. */
      readonly body?: JsonValue;
      readonly headers?: Readonly<Record<string, string>>;
    };

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const CHUNK = Buffer.alloc(1024 * 1024, 0x20);
const CHUNKS = 1024;

type Fail = (res: ServerResponse, req: IncomingMessage) => void;

const MODES: Readonly<Record<Extract<RegistryFailure, string>, Fail>> = {
  silent: () => undefined,
  endless: (res) => {
    res.writeHead(200, JSON_TYPE).write('[');
    const timer = setInterval(() => res.write(' '), 5);
    res.on('close', () => {
      clearInterval(timer);
    });
  },
  reset: (_res, { socket }) => socket.resetAndDestroy(),
  truncated: (res, { socket }) => {
    res.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' });
    res.write('[{"id":1', () => socket.destroy());
  },
  gigabyte: (res) => {
    res.writeHead(200, JSON_TYPE);
    pour(res, CHUNKS);
  },
  'gigabyte-compressed': (res) => {
    // Members of gzip follow one another as one stream.
    const member = gzipSync(CHUNK);
    res.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
    for (let at = 0; at < CHUNKS; at += 1) res.write(member);
    res.end();
  },
  'invalid-json': (res) => void res.writeHead(200, JSON_TYPE).end('[{"id": 1,'),
  'other-json': (res) => void res.writeHead(200, JSON_TYPE).end('{"hello":["world"]}'),
  'json-bomb': (res) => void res.writeHead(200, JSON_TYPE).end('['.repeat(200_000)),
  'bad-utf8': (res) =>
    void res.writeHead(200, JSON_TYPE).end(Buffer.from([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d])),
  html: (res) =>
    void res.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please sign in</html>'),
  'server-error': (res) => void res.writeHead(500, JSON_TYPE).end('{"message":"Server Error"}'),
  'secondary-limit': (res) => {
    const message = 'You have exceeded a secondary rate limit. Please wait a few minutes.';
    res.writeHead(403, { ...JSON_TYPE, 'x-ratelimit-remaining': '4000' });
    res.end(JSON.stringify({ message }));
  },
};

/** Answers a request in the way of a failure. */
export function failLike(mode: RegistryFailure, req: IncomingMessage, res: ServerResponse): void {
  if (typeof mode === 'string') MODES[mode](res, req);
  else if ('redirectTo' in mode) {
    res.writeHead(301, { ...JSON_TYPE, location: mode.redirectTo });
    res.end('{"message":"Moved Permanently"}');
  } else {
    res.writeHead(mode.answer, { ...JSON_TYPE, ...mode.headers });
    res.end(JSON.stringify(mode.body ?? { message: mode.message ?? '' }));
  }
}

function pour(res: ServerResponse, left: number): void {
  if (left === 0) res.end();
  else if (!res.destroyed) {
    res.write(CHUNK, () => {
      pour(res, left - 1);
    });
  }
}
