import { describe, expect, it } from '@jest/globals';
import { Secret } from '../../kernel/secret.js';
import { type OperationId, operationSpec } from '../operations/operations.js';
import { collectorFor } from './collector.js';
import { mayCall } from './may-call.js';

const TOKEN = new Secret('scrape-me-please');
const bearer = (token: string) => ({ form: 'bearer', token }) as const;

describe('collectorFor', () => {
  it.each<OperationId>(['metrics', 'healthStatus', 'healthServer'])(
    'lets the holder of METRICS_TOKEN call %s',
    (id) => {
      const spec = operationSpec(id);
      const found = collectorFor(spec, bearer('scrape-me-please'), TOKEN);
      expect(found && mayCall(found.principal, spec)).toBe(true);
    },
  );

  it('knows it nowhere else', () => {
    const spec = operationSpec('listInstalledArtifacts');
    expect(collectorFor(spec, bearer('scrape-me-please'), TOKEN)).toBeUndefined();
    expect(collectorFor(undefined, bearer('scrape-me-please'), TOKEN)).toBeUndefined();
  });

  it('wants the whole token, as Bearer, and a token that is set', () => {
    const spec = operationSpec('metrics');
    expect(collectorFor(spec, bearer('scrape-me'), TOKEN)).toBeUndefined();
    expect(collectorFor(spec, bearer('scrape-me-please'), undefined)).toBeUndefined();
    const elsewhere = { form: 'query-token', token: 'scrape-me-please' } as const;
    expect(collectorFor(spec, elsewhere, TOKEN)).toBeUndefined();
  });
});
