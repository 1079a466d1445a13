import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type IdempotentRequest,
  IdempotencyService,
} from '../../src/api/idempotency/idempotency.service.js';
import { takesIdempotencyKey } from '../../src/api/operation.decorator.js';
import {
  BUILT_OPERATIONS,
  type OperationId,
  operationSpec,
} from '../../src/api/operations/operations.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

const WITH_KEY = BUILT_OPERATIONS.filter((id) => takesIdempotencyKey(operationSpec(id)));

describe('an Idempotency-Key', () => {
  /** What the platform makes of each request with a key. */
  const admitted = new Map<string, IdempotentRequest>();
  let platform: TestApp;
  let service: IdempotencyService;
  let keys = 0;

  beforeAll(async () => {
    platform = await startApp('e2e-idempotent');
    service = platform.app.get(IdempotencyService, { strict: false });
    const admit = service.admit.bind(service);
    service.admit = (request) => {
      admitted.set(request.key, request);
      return admit(request);
    };
  });
  afterAll(async () => {
    await platform.close();
  });

  const aKey = (): string => {
    keys += 1;
    return `key-${String(keys)}`;
  };
  /** An empty input: a key is looked at before what comes with it. */
  const send = (id: OperationId, key: string): Promise<Answer<{ code: string }>> => {
    const { method, path } = operationSpec(id);
    return platform.as('admin', method, path.replace(/:\w+/g, 'absent'), {
      headers: { 'idempotency-key': key },
      ...(method !== 'DELETE' && { body: {} }),
    });
  };
  /** The same request with another key, as it looks while another node carries it out. */
  const begun = async (id: OperationId, change: Partial<IdempotentRequest>): Promise<string> => {
    const [probe, key] = [aKey(), aKey()];
    await send(id, probe);
    const request = admitted.get(probe);
    if (!request) throw new Error(`${id} did not look at its key`);
    await service.admit({ ...request, ...change, key });
    return key;
  };

  it.each(WITH_KEY)('is refused with other input: %s', async (id) => {
    const { status, json } = await send(id, await begun(id, { input: 'other' }));
    expect([status, json.code]).toEqual([422, 'idempotency-key-reused']);
  });

  it.each(WITH_KEY)('is refused while the first request runs: %s', async (id) => {
    const { status, json, headers } = await send(id, await begun(id, {}));
    expect([status, json.code]).toEqual([409, 'idempotency-key-in-use']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each(WITH_KEY)('is refused when it is none: %s', async (id) => {
    expect((await send(id, 'with space')).status).toBe(400);
  });
});
