import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { selfSignedCertificate } from '../../../test/support/self-signed-certificate.js';
import { type AppError } from '../../kernel/app-error.js';
import { ConfigError, loadConfig } from '../config/config.js';
import { type ResolveHost, resolveBySystem } from './checked-lookup.js';
import { OutboundClient } from './outbound-client.js';
import { type Trust } from './trust.js';
import { DEFAULT_RETRY_POLICY } from './retry-policy.js';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

const open: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(async () => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

const serve = (handler: Handler): Promise<number> => listen(createServer(handler));

function aClient(
  environment: Record<string, string> = {},
  resolve: ResolveHost = resolveBySystem,
): OutboundClient {
  const retryPolicy = { ...DEFAULT_RETRY_POLICY, firstDelayMs: 1, delayMaxMs: 2 };
  const settings = loadConfig(environment).outbound;
  const client = new OutboundClient(settings, { resolve, random: () => 1, retryPolicy });
  open.push(() => client.onApplicationShutdown());
  return client;
}

/** A resolver that knows what it is told and counts how often it is asked. */
function names(
  ...answers: readonly (readonly string[])[]
): ResolveHost & { readonly asked: string[] } {
  const asked: string[] = [];
  const resolve = (hostname: string) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    return Promise.resolve(
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return Object.assign(resolve, { asked });
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'answered',
    (error: unknown) => (error as AppError).code,
  );
}

describe('OutboundClient', () => {
  describe('for addresses in URLs', () => {
    it.each([
      [
        'http://127.0.0.1',
        'http://127.1',
        'http://2130706433',
        'http://0x7f.1',
        'http://0177.0.0.1',
      ],
      ['http://[::1]', 'http://[::ffff:127.0.0.1]', 'http://localhost'],
      ['http://10.0.0.1', 'http://192.168.1.1', 'http://[fd00::1]', 'http://100.64.0.1'],
    ])('lets no document reach the inside', async (...urls) => {
      const client = aClient();
      const codes = urls.map((url) => codeOf(client.request({ url, trust: 'document' })));
      expect(await Promise.all(codes)).toEqual(urls.map(() => 'forbidden-target'));
    });

    it.each(['configured', 'document'] as const)('lets %s reach no metadata', async (trust) => {
      const urls = [
        'http://169.254.169.254/latest/meta-data/',
        'http://2852039166',
        'http://[::ffff:a9fe:a9fe]',
        'http://[fd00:ec2::254]',
        'http://100.100.100.200',
        'http://0.0.0.0',
        'http://[::]',
      ];
      const client = aClient({ OUTBOUND_ALLOW: '*' });
      const codes = urls.map((url) => codeOf(client.request({ url, trust })));
      expect(await Promise.all(codes)).toEqual(urls.map(() => 'forbidden-target'));
    });

    it.each(['127.0.0.0/8', '127.0.0.1', '*'])(
      'lets documents in by OUTBOUND_ALLOW=%s',
      async (allow) => {
        const port = await serve((_, res) => res.end());
        const client = aClient({ OUTBOUND_ALLOW: allow });
        const url = `http://127.0.0.1:${port}`;
        expect(await codeOf(client.request({ url, trust: 'document' }))).toBe('answered');
      },
    );

    it('refuses to start with an OUTBOUND_ALLOW that it cannot read', () => {
      expect(() => aClient({ OUTBOUND_ALLOW: 'ok.example,10.0.0.0/99' })).toThrow('10.0.0.0/99');
    });
  });

  describe('for names', () => {
    const target = async (): Promise<[string, string[]]> => {
      const hosts: string[] = [];
      const port = await serve((req, res) => {
        hosts.push(req.headers.host ?? '');
        res.end();
      });
      return [`http://box.example:${port}/`, hosts];
    };

    it('lets a configured name lead inside, and no document, not even by the same connection', async () => {
      const [url, hosts] = await target();
      const resolve = names(['127.0.0.1']);
      const client = aClient({}, resolve);
      expect(await codeOf(client.request({ url, trust: 'configured' }))).toBe('answered');
      // The connection is idle from the next turn on, and would be taken if pools were shared.
      await setImmediate();
      expect(await codeOf(client.request({ url, trust: 'document' }))).toBe('forbidden-target');
      expect(hosts).toEqual([new URL(url).host]);
    });

    it('resolves once and calls what it checked, although the name leads elsewhere by then', async () => {
      const [url, hosts] = await target();
      const resolve = names(['127.0.0.1'], ['169.254.169.254']);
      const client = aClient({ OUTBOUND_ALLOW: 'box.example' }, resolve);
      expect(await codeOf(client.request({ url, trust: 'document' }))).toBe('answered');
      expect([resolve.asked, hosts.length]).toEqual([['box.example'], 1]);
    });

    it.each([
      [['93.184.216.34', '127.0.0.1']],
      [['93.184.216.34', '::1']],
      [['2606:4700::1111', '169.254.169.254']],
      [['::ffff:10.0.0.1']],
    ])('refuses a name that leads to %j', async (addresses) => {
      const client = aClient({}, names(addresses));
      const work = client.request({ url: 'http://box.example/', trust: 'document' });
      expect(await codeOf(work)).toBe('forbidden-target');
    });

    it('says so when a name is unknown', async () => {
      const client = aClient({}, names([]));
      await expect(
        client.request({ url: 'http://box.example/', trust: 'document' }),
      ).rejects.toThrow('The call to box.example failed: its name is unknown');
    });
  });

  describe('for redirects', () => {
    it('follows within the origin, with a body after 307 and without one after 303', async () => {
      const seen: string[] = [];
      const port = await serve((req, res) => {
        seen.push(`${req.method ?? ''} ${req.url ?? ''} ${req.headers['content-length'] ?? '-'}`);
        const [status, location] = { '/a': [307, '/b'], '/b': [303, '/c'] }[req.url ?? ''] ?? [200];
        res.writeHead(Number(status), location ? { location: String(location) } : {}).end('body');
      });
      const url = `http://127.0.0.1:${port}/a`;
      const answer = await aClient().request({
        url,
        method: 'POST',
        body: 'text',
        headers: { 'content-type': 'text/plain' },
        trust: 'configured',
      });
      expect([answer.status, ...seen]).toEqual([200, 'POST /a 4', 'POST /b 4', 'GET /c -']);
    });

    it('goes to no other origin, also not on this machine, and never calls it', async () => {
      let called = 0;
      const other = await serve((_, res) => {
        called += 1;
        res.end();
      });
      const locations = [
        `http://127.0.0.1:${other}/`,
        `http://localhost:${other}/`,
        'http://169.254.169.254/latest/meta-data/',
        'https://127.0.0.1/',
        'file:///etc/passwd',
      ];
      const port = await serve((req, res) => {
        res.writeHead(302, { location: locations[Number(req.url?.slice(1))] }).end();
      });
      const client = aClient({ OUTBOUND_ALLOW: '*' });
      for (const [index] of locations.entries()) {
        const url = `http://127.0.0.1:${port}/${index}`;
        const work = client.request({ url, trust: 'configured' });
        expect(await codeOf(work)).toBe('forbidden-target');
      }
      expect(called).toBe(0);
    });

    it('ends a circle', async () => {
      let called = 0;
      const port = await serve((_, res) => {
        called += 1;
        res.writeHead(302, { location: '/' }).end();
      });
      await expect(
        aClient().request({ url: `http://127.0.0.1:${port}/`, trust: 'configured' }),
      ).rejects.toThrow('redirects more than 5 times');
      expect(called).toBe(6);
    });
  });

  describe('for TLS', () => {
    const { certificate, key } = selfSignedCertificate('box.example');
    const tlsUrl = async (): Promise<string> => {
      const server = createTlsServer({ cert: certificate, key }, (_, res) => res.end('secure'));
      return `https://box.example:${await listen(server)}/`;
    };
    const caFile = (content: string): string => {
      const directory = mkdtempSync(join(tmpdir(), 'extra-ca-'));
      open.push(() => {
        rmSync(directory, { recursive: true });
      });
      const path = join(directory, 'ca.pem');
      writeFileSync(path, content);
      return path;
    };

    it('trusts an authority of EXTRA_CA_FILE', async () => {
      const client = aClient(
        { EXTRA_CA_FILE: caFile(`# ours\n${certificate}`) },
        names(['127.0.0.1']),
      );
      const answer = await client.request({ url: await tlsUrl(), trust: 'configured' });
      expect(answer.body.toString()).toBe('secure');
    });

    it('trusts no certificate that vouches for itself', async () => {
      const client = aClient({}, names(['127.0.0.1']));
      await expect(client.request({ url: await tlsUrl(), trust: 'configured' })).rejects.toThrow(
        'its certificate is self-signed',
      );
    });

    it('leaves a certificate unchecked for the calls that say so, and for no other', async () => {
      const client = aClient({}, names(['127.0.0.1']));
      const call = { url: await tlsUrl(), trust: 'configured' } as const;
      const answer = await client.request({ ...call, verifiesTls: false });
      expect(answer.body.toString()).toBe('secure');
      await expect(client.request(call)).rejects.toThrow('its certificate is self-signed');
    });

    it('trusts no certificate for another name', async () => {
      const client = aClient({ EXTRA_CA_FILE: caFile(certificate) }, names(['127.0.0.1']));
      const url = (await tlsUrl()).replace('box.', 'other.');
      await expect(client.request({ url, trust: 'configured' })).rejects.toThrow('another name');
    });

    it.each([
      ['is missing', '/nowhere/ca.pem'],
      ['holds no certificate', caFile('nothing here')],
      ['holds a broken certificate', caFile(certificate.replace(/MI.{20}/, 'MIIB'))],
    ])('refuses to start when the file %s', (_, path) => {
      expect(() => aClient({ EXTRA_CA_FILE: path })).toThrow(ConfigError);
    });

    describe('behind a proxy', () => {
      /** A proxy that tunnels to this machine, whatever name it is asked for. */
      const proxy = async (refuses = false): Promise<[string, string[]]> => {
        const seen: string[] = [];
        const server = createServer((req, res) => {
          seen.push(`${req.url ?? ''} ${req.headers['proxy-authorization'] ?? '-'}`);
          res.end('by proxy');
        });
        server.on('connect', (req: IncomingMessage, socket: Socket) => {
          seen.push(`CONNECT ${req.url ?? ''} ${req.headers['proxy-authorization'] ?? '-'}`);
          if (refuses) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
          const port = Number(req.url?.split(':')[1]);
          const onward = connect(port, '127.0.0.1', () => {
            socket.write('HTTP/1.1 200 OK\r\n\r\n');
            onward.pipe(socket).pipe(onward);
          });
          onward.on('error', () => socket.destroy());
          return undefined;
        });
        return [`http://user:pass@127.0.0.1:${await listen(server)}`, seen];
      };
      const basic = `Basic ${Buffer.from('user:pass').toString('base64')}`;

      it('tunnels https and trusts EXTRA_CA_FILE', async () => {
        const [uri, seen] = await proxy();
        const environment = { HTTPS_PROXY: uri, EXTRA_CA_FILE: caFile(certificate) };
        const client = aClient(environment, names([]));
        const url = await tlsUrl();
        const answer = await client.request({ url, trust: 'document' });
        expect(answer.body.toString()).toBe('secure');
        expect(seen).toEqual([`CONNECT ${new URL(url).host} ${basic}`]);
      });

      it('hands plain http to the proxy', async () => {
        const [uri, seen] = await proxy();
        const client = aClient({ HTTPS_PROXY: uri }, names([]));
        const answer = await client.request({ url: 'http://box.example/x', trust: 'document' });
        expect(answer.body.toString()).toBe('by proxy');
        expect(seen).toEqual([`http://box.example/x ${basic}`]);
      });

      it('takes ways of their own along, with their authority and exact targets', async () => {
        const [uri, seen] = await proxy();
        const client = aClient({ HTTPS_PROXY: uri }, names([]));
        const pool = client.openPool({ connections: 1, verifiesTls: true, ca: certificate });
        const call = { trust: 'configured', pool } as const;
        const url = await tlsUrl();
        expect((await client.request({ ...call, url })).body.toString()).toBe('secure');
        await client.request({ ...call, url: 'http://box.example', target: '/a/%2e%2e/b' });
        expect(seen).toEqual([
          `CONNECT ${new URL(url).host} ${basic}`,
          `http://box.example/a/%2e%2e/b ${basic}`,
        ]);
        await client.closePool(pool);
      });

      it('says so when the proxy refuses, without its password', async () => {
        const [uri] = await proxy(true);
        const client = aClient({ HTTPS_PROXY: uri }, names([]));
        const url = 'https://box.example/';
        await expect(client.request({ url, trust: 'document' })).rejects.toThrow(
          'The call to box.example failed: the proxy refuses the connection',
        );
      });

      it.each<[string, Trust, readonly string[]]>([
        ['http://169.254.169.254/', 'configured', []],
        ['http://10.0.0.1/', 'document', []],
        ['http://box.example/', 'document', ['10.0.0.1']],
        ['http://box.example/', 'configured', ['169.254.169.254']],
      ])('asks the proxy for nothing forbidden: %s of %s', async (url, trust, addresses) => {
        const [uri, seen] = await proxy();
        const client = aClient({ HTTPS_PROXY: uri }, names(addresses));
        expect(await codeOf(client.request({ url, trust }))).toBe('forbidden-target');
        expect(seen).toEqual([]);
      });

      it.each(['box.example', '.example', 'example', '127.0.0.0/8', '*'])(
        'goes past the proxy by NO_PROXY=%s, or to this machine',
        async (noProxy) => {
          const [uri, seen] = await proxy();
          const port = await serve((_, res) => res.end('direct'));
          const client = aClient({ HTTPS_PROXY: uri, NO_PROXY: noProxy }, names(['127.0.0.1']));
          const host = noProxy.startsWith('127') ? '127.0.0.1' : 'box.example';
          const url = `http://${host}:${port}/`;
          const answer = await client.request({ url, trust: 'configured' });
          expect([answer.body.toString(), seen]).toEqual(['direct', []]);
        },
      );

      it('never asks the proxy for this machine', async () => {
        const [uri, seen] = await proxy();
        const port = await serve((_, res) => res.end('direct'));
        const client = aClient({ HTTPS_PROXY: uri }, names(['127.0.0.1']));
        for (const host of ['localhost', '127.0.0.1', 'a.localhost']) {
          const url = `http://${host}:${port}/`;
          expect((await client.request({ url, trust: 'configured' })).body.toString()).toBe(
            'direct',
          );
        }
        expect(seen).toEqual([]);
      });
    });
  });
});
