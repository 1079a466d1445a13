import { Controller, Req } from '@nestjs/common';
import { Readable } from 'node:stream';
import { type AccessRequest } from '../../../api/request/access-request.js';
import { mayCall } from '../../../api/access/may-call.js';
import { CredentialReader } from '../../../api/access/credential-reader.js';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { asEventStream } from '../../../api/http/event-stream-answer.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { EventStreamsService } from './event-streams.service.js';
import { StreamEventsQuery } from './event-stream.dto.js';
import { streamRequest } from './stream-request.js';

/** Events as they happen. */
@Controller()
export class EventStreamController {
  constructor(
    private readonly streams: EventStreamsService,
    private readonly credentials: CredentialReader,
  ) {}

  @Operation('streamEvents')
  async streamEvents(
    @QueryObject() query: StreamEventsQuery,
    @Req() request: AccessRequest,
    @CurrentPrincipal() { id: account }: Principal,
  ): Promise<Readable> {
    const isAdmitted = (): Promise<boolean> => this.credentials.isStillAdmitted(request, mayStream);
    const reader = { account, isAdmitted };
    return asEventStream(await this.streams.open(streamRequest(query, request), reader));
  }
}

function mayStream(now: Principal): boolean {
  return mayCall(now, 'streamEvents');
}
