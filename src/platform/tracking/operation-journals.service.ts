import { Injectable } from '@nestjs/common';
import { type Principal } from '../../kernel/principal.js';
import { NOBODY, NOWHERE } from '../audit/audit-entry.js';
import { AuditTrailService } from '../audit/audit-trail.service.js';
import { EventPublisherService } from '../events/event-publisher.service.js';
import { AppLogger } from '../logging/app-logger.js';
import { type AuditedChange } from '../request-context/audited-change.js';
import { requestContext } from '../request-context/request-context.js';
import { OperationJournal, type OperationOrigin } from './operation-journal.js';

/** Work that does what an operation does, outside of requests. */
export interface WorkInName {
  readonly operation: string;
  /** Stands where requests have their id. */
  readonly id: string;
  /** In whose name; null for the platform itself. */
  readonly actor: Principal | null;
  /** Ids of the roles to which his credential is held; null for all that he has. */
  readonly limits: readonly string[] | null;
  /** Where what it changes is noted until the journal is closed. */
  readonly changes: AuditedChange[];
}

/** Opens the journals of operations. */
@Injectable()
export class OperationJournalsService {
  constructor(
    private readonly trail: AuditTrailService,
    private readonly events: EventPublisherService,
    private readonly log: AppLogger,
  ) {}

  /**
   * The journal of an operation that begins.
   * @param origin what the request knows of its sender; without it, what is known of the principal.
   */
  open(id: string, principal: Principal | null, origin?: OperationOrigin): OperationJournal {
    const request = requestContext();
    const known = origin ?? { actor: actorOf(principal), origin: NOWHERE };
    const { trail, events, log } = this;
    return new OperationJournal({ trail, events, log }, known, {
      requestId: request?.requestId ?? id,
      traceparent: request?.traceparent,
      operationId: request?.operationId,
      principalId: principal?.id,
      restrictedTo: request?.restrictedTo,
      headers: new Map(),
      changes: [],
      signInName: undefined,
    });
  }

  /** The journal of work in somebody's name while he is not there. */
  openFor({ operation, id, actor, limits, changes }: WorkInName): OperationJournal {
    const { trail, events, log } = this;
    const known = { actor: actorOf(actor), origin: { ...NOWHERE, operation, requestId: id } };
    return new OperationJournal({ trail, events, log }, known, {
      requestId: id,
      operationId: operation,
      principalId: actor?.id,
      ...(limits && { restrictedTo: limits }),
      headers: new Map(),
      changes,
      signInName: undefined,
    });
  }
}

function actorOf(principal: Principal | null): OperationOrigin['actor'] {
  if (!principal) return NOBODY;
  const { id: accountId, username, provenance } = principal;
  return { ...NOBODY, accountId, username, provenance };
}
