import { Injectable } from '@nestjs/common';
import { type Principal } from '../../kernel/principal.js';
import { NOBODY, NOWHERE } from '../audit/audit-entry.js';
import { AuditTrail } from '../audit/audit-trail.service.js';
import { EventPublisher } from '../events/event-publisher.service.js';
import { AppLogger } from '../logging/app-logger.js';
import { requestContext } from '../logging/request-context.js';
import { OperationJournal, type OperationWhence } from './operation-journal.js';

/** Opens the journals of operations. */
@Injectable()
export class OperationJournals {
  constructor(
    private readonly trail: AuditTrail,
    private readonly events: EventPublisher,
    private readonly log: AppLogger,
  ) {}

  /**
   * The journal of an operation that begins.
   * @param whence what the request knows of its sender; without it, what is known of the principal.
   */
  open(id: string, principal: Principal | null, whence?: OperationWhence): OperationJournal {
    const request = requestContext();
    const known = whence ?? { actor: actorOf(principal), origin: NOWHERE };
    const { trail, events, log } = this;
    return new OperationJournal({ trail, events, log }, known, {
      requestId: request?.requestId ?? id,
      traceparent: request?.traceparent,
      operationId: request?.operationId,
      principalId: principal?.id,
      restrictedTo: request?.restrictedTo,
      ...{ headers: new Map(), changes: [], signInName: undefined },
    });
  }
}

function actorOf(principal: Principal | null): OperationWhence['actor'] {
  if (!principal) return NOBODY;
  const { id: accountId, username, provenance } = principal;
  return { ...NOBODY, accountId, username, provenance };
}
