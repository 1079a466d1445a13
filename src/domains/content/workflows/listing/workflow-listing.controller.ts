import { Controller, Inject, type StreamableFile } from '@nestjs/common';
import { streamedList } from '#api/http/json-list.js';
import { RequestedEnvelope, type WantsBare } from '#api/http/requested-envelope.decorator.js';
import { Operation } from '#api/operation.decorator.js';
import { type Config } from '#platform/config/config.js';
import { CONFIG } from '#platform/config/config.module.js';
import { ListWorkflowsAnswer } from '../workflows.dto.js';
import { WorkflowListingService } from './workflow-listing.service.js';

const BARE = { open: '[', close: ']' };
const NAMED = { open: '{"workflows":[', close: ']}' };

/** Operation 13: all workflows, streamed. */
@Controller()
export class WorkflowListingController {
  constructor(
    private readonly listing: WorkflowListingService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Operation('listWorkflows', ListWorkflowsAnswer)
  listWorkflows(@RequestedEnvelope() wantsBare: WantsBare): StreamableFile {
    const isBare = wantsBare(this.config.server.responseEnvelope);
    return streamedList(this.listing.all(), isBare ? BARE : NAMED);
  }
}
