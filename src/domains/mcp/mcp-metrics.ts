import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.js';

const LABELS = ['tool', 'outcome'] as const;

/** How often which tool was called, and what came of it. */
@Injectable()
export class McpMetrics {
  readonly #calls: Counter<(typeof LABELS)[number]>;

  constructor({ registry }: Metrics) {
    this.#calls = new Counter({
      name: 'mcp_tool_calls_total',
      help: 'Calls of tools of the Model Context Protocol, by tool and outcome',
      labelNames: LABELS,
      registers: [registry],
    });
  }

  /** Counts a call. Tools that there are not count as one, so that callers make no labels. */
  count(tool: string | undefined, outcome: string): void {
    this.#calls.labels(tool ?? 'none', outcome).inc();
  }
}
