import { Controller, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { Metrics } from '../../platform/metrics/metrics.js';
import { Operation } from '../operation.decorator.js';

/** What is measured, for scrapers. */
@Controller()
export class MetricsController {
  constructor(private readonly measured: Metrics) {}

  @Operation('metrics')
  metrics(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    reply.type(this.measured.contentType);
    return this.measured.text();
  }

  @Operation('prometheusMetrics')
  prometheusMetrics(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.metrics(reply);
  }
}
