import { describe, expect, it } from 'vitest';
import { AppLogger } from './app-logger.js';
import { NestLogger } from './nest-logger.js';
import { readableLine } from './readable-line.js';
import {
  noteHeader,
  requestContext,
  withRequestContext,
} from '../request-context/request-context.js';

function setup(level: 'debug' | 'warn' = 'debug') {
  const lines: Record<string, unknown>[] = [];
  const log = new AppLogger(
    { level, format: 'json' },
    { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  return { log, lines };
}
const context = () => ({
  requestId: 'r-1',
  operationId: 'live',
  principalId: undefined as string | undefined,
  headers: new Map<string, string>(),
  changes: [],
  signInName: undefined,
});

describe('AppLogger', () => {
  it('writes the message and the fields', () => {
    const { log, lines } = setup();
    log.info({ accounts: 3 }, 'accounts seeded');
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
        accounts: 3,
        msg: 'accounts seeded',
      },
    ]);
  });

  it('says to which request, operation and caller a line belongs', async () => {
    const { log, lines } = setup();
    const known = context();
    await withRequestContext(known, async () => {
      log.info({}, 'before');
      await Promise.resolve();
      known.principalId = 'p-1';
      log.warn({}, 'after');
    });
    log.info({}, 'outside');
    expect(lines[0]).toMatchObject({ requestId: 'r-1', operationId: 'live', msg: 'before' });
    expect(lines[0]).not.toHaveProperty('principalId');
    expect(lines[1]).toMatchObject({ requestId: 'r-1', principalId: 'p-1', msg: 'after' });
    expect(lines[2]).not.toHaveProperty('requestId');
  });

  it('writes no secret', () => {
    const { log, lines } = setup();
    log.error({ password: 'hunter2', err: new Error('x?token=hunter2') }, 'failed');
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines[0]).toMatchObject({ err: { type: 'Error' } });
  });

  it('writes nothing below its level, and says so beforehand', () => {
    const { log, lines } = setup('warn');
    log.info({}, 'quiet');
    expect(lines).toEqual([]);
    expect([log.writes('info'), log.writes('warn')]).toEqual([false, true]);
  });
});

describe('NestLogger', () => {
  it('takes what the framework tells at start for details', () => {
    const { log, lines } = setup();
    new NestLogger(log).log('Mapped {/x, GET} route', 'RouterExplorer');
    expect(lines[0]).toMatchObject({ level: 'debug', context: 'RouterExplorer' });
  });

  it('keeps the stack of an error', () => {
    const { log, lines } = setup();
    new NestLogger(log).error(new Error('broken'), 'Loader');
    new NestLogger(log).error('broken', 'Error: broken\n    at x', 'Loader');
    expect(lines[0]).toMatchObject({
      level: 'error',
      msg: 'broken',
      context: 'Loader',
      err: { type: 'Error' },
    });
    expect(lines[1]).toMatchObject({
      context: 'Loader',
      err: { stack: 'Error: broken\n    at x' },
    });
  });
});

describe('the request context', () => {
  it('collects headers by lower-case name', () => {
    const known = context();
    withRequestContext(known, () => {
      noteHeader('X-Limit-Applied', '2000');
    });
    expect([...known.headers]).toEqual([['x-limit-applied', '2000']]);
  });

  it("is absent outside of requests, where a header is nobody's", () => {
    expect(requestContext()).toBeUndefined();
    expect(() => {
      noteHeader('ETag', '"1"');
    }).not.toThrow();
    expect(withRequestContext(undefined, () => requestContext())).toBeUndefined();
  });
});

describe('readableLine', () => {
  it('shows time, level, message and fields', () => {
    const record = {
      time: '2026-01-02T03:04:05.678Z',
      level: 'info',
      msg: 'request served',
      route: '/login',
      status: 200,
      text: 'two words',
    };
    expect(readableLine(record)).toBe(
      '03:04:05.678 INFO  request served route=/login status=200 text="two words"\n',
    );
  });

  it('shows the stack of an error and of its cause below', () => {
    const record = {
      time: '2026-01-02T03:04:05.678Z',
      level: 'error',
      msg: 'failed',
      err: { stack: 'Error: a\n    at b', cause: { message: 'c' } },
    };
    expect(readableLine(record)).toBe(
      '03:04:05.678 ERROR failed\n  Error: a\n      at b\n  caused by:\n  c\n',
    );
  });
});
