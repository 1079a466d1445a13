import { X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { AdapterConnectionsService } from '../calls/adapter-connections.service.js';
import { AdapterHttpService } from '../calls/adapter-http.service.js';
import { type AdapterProbe, type StoredAdapter } from '../records/adapter.js';

const TIMEOUT_MAX_MS = 10_000;
const ACCEPT = 'application/yang-data+json, application/yang-data+xml;q=0.9, */*;q=0.1';
const REFUSALS: Readonly<Record<number, string>> = {
  401: ': it does not accept the credentials',
  403: ': the credentials may not read there',
  404: ': there is nothing at the health path',
};

/** What one look found. */
export type Finding = Pick<AdapterProbe, 'passed' | 'detail'>;

/** Looks at the system of one adapter, on the connections and with the credentials of its calls. */
@Injectable()
export class AdapterProbeService {
  constructor(
    private readonly connections: AdapterConnectionsService,
    private readonly http: AdapterHttpService,
    private readonly clock: Clock,
  ) {}

  /** Neither the queue nor the circuit keeps it from looking: it is to see what is there. */
  async find(adapter: StoredAdapter, signal: AbortSignal): Promise<Finding> {
    const call = { method: 'GET', path: adapter.healthPath, accept: ACCEPT };
    const deadlineMs = Math.min(adapter.timeoutMs, TIMEOUT_MAX_MS);
    try {
      const { status } = await this.connections.use(adapter, (connection) =>
        this.http.send(adapter, connection, call, { deadlineMs, signal, attemptsMax: 1 }),
      );
      const passed = status >= 200 && status < 300;
      return { passed, detail: `It answered ${status}${REFUSALS[status] ?? ''}` };
    } catch (error) {
      const detail = error instanceof AppError ? error.detail : 'It could not be called';
      return { passed: false, detail: `${detail}${this.aboutOurCertificate(adapter)}` };
    }
  }

  /** Servers break the connection without a word when the certificate of a client is too old. */
  private aboutOurCertificate({ tls }: StoredAdapter): string {
    if (tls.cert === '') return '';
    const until = new Date(new X509Certificate(tls.cert).validTo);
    return until < this.clock.now() ? '; the certificate that is presented has expired' : '';
  }
}
