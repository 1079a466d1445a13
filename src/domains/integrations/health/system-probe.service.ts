import { Injectable } from '@nestjs/common';
import { ownObject } from '../../../kernel/json-reading.js';
import { AppError } from '../../../kernel/app-error.js';
import { OutboundClient } from '../../../platform/outbound/outbound-client.js';
import { CallSettingsService } from '../calls/call-settings.service.js';
import { ModelLibraryService } from '../calls/model-library.service.js';
import { ownText } from '../openapi/local-refs.js';
import { addressRefusal, baseUrl } from '../openapi/server-address.js';
import { integrationAddress, verifiesTls } from '../stored/integration-address.js';
import { type Integration, type ProbeOutcome } from '../stored/integration.js';

const TIMEOUT_MAX_MS = 10_000;
const ANSWER_LIMIT_BYTES = 1024 * 1024;

/** What one look found. */
export type Finding = Pick<ProbeOutcome, 'passed' | 'detail'>;

/** Looks at the system of one integration: does its model load, and does somebody answer? */
@Injectable()
export class SystemProbeService {
  constructor(
    private readonly library: ModelLibraryService,
    private readonly settings: CallSettingsService,
    private readonly outbound: OutboundClient,
  ) {}

  /**
   * Asks for the base of the integration, or for the path that its `healthCheck` names. Any answer
   * below 500 will do, a refusal as well: no credentials go along.
   */
  async find({ data }: Integration, signal: AbortSignal): Promise<Finding> {
    const model = await this.library.load(ownText(data, 'model') ?? '');
    if (!model) return { passed: false, detail: 'Its model cannot be loaded' };
    const address = integrationAddress(data);
    const refusal = addressRefusal(address);
    if (refusal !== undefined) return { passed: false, detail: `Its server ${refusal}` };
    const { timeoutMs } = await this.settings.current();
    try {
      const { status } = await this.outbound.request({
        url: probeUrl(data, baseUrl(address)),
        trust: 'configured',
        verifiesTls: verifiesTls(data),
        deadlineMs: Math.min(timeoutMs, TIMEOUT_MAX_MS),
        responseLimitBytes: ANSWER_LIMIT_BYTES,
        signal,
      });
      return { passed: status < 500, detail: `It answered ${status}` };
    } catch (error) {
      return failure(error);
    }
  }
}

function probeUrl(data: Integration['data'], base: string): string {
  const path = ownText(ownObject(ownObject(data, 'properties'), 'healthCheck'), 'path') ?? '/';
  return `${base}/${path.replace(/^\/+/, '')}`;
}

/** An answer that is too large is an answer; details of other failures are made for people. */
function failure(error: unknown): Finding {
  if (!(error instanceof AppError)) return { passed: false, detail: 'It could not be called' };
  if (error.code === 'upstream-too-large') return { passed: true, detail: 'It answered at length' };
  return { passed: false, detail: error.detail };
}
