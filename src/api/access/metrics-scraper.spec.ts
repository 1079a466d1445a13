import { describe, expect, it } from 'vitest';
import { Secret } from '../../kernel/secret.js';
import { type OperationId, operationSpec } from '../operations/operations.js';
import { metricsScraperFor } from './metrics-scraper.js';
import { mayCall } from './may-call.js';

const TOKEN = new Secret('scrape-me-please');
const bearer = (token: string) => ({ form: 'bearer', token }) as const;

describe('metricsScraperFor', () => {
  it.each<OperationId>(['metrics', 'healthStatus', 'healthServer'])(
    'lets the holder of METRICS_TOKEN call %s',
    (id) => {
      const spec = operationSpec(id);
      const found = metricsScraperFor(spec, bearer('scrape-me-please'), TOKEN);
      expect(found && mayCall(found.principal, id)).toBe(true);
    },
  );

  it('knows it nowhere else', () => {
    const spec = operationSpec('listInstalledArtifacts');
    expect(metricsScraperFor(spec, bearer('scrape-me-please'), TOKEN)).toBeUndefined();
    expect(metricsScraperFor(undefined, bearer('scrape-me-please'), TOKEN)).toBeUndefined();
  });

  it('wants the whole token, as Bearer, and a token that is set', () => {
    const spec = operationSpec('metrics');
    expect(metricsScraperFor(spec, bearer('scrape-me'), TOKEN)).toBeUndefined();
    expect(metricsScraperFor(spec, bearer('scrape-me-please'), undefined)).toBeUndefined();
    const elsewhere = { form: 'query-token', token: 'scrape-me-please' } as const;
    expect(metricsScraperFor(spec, elsewhere, TOKEN)).toBeUndefined();
  });
});
