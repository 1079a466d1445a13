import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type StoredTrigger, type StoredTriggerSecret } from '../stored/stored-trigger.js';
import { TriggersService } from '../triggers/triggers.service.js';
import { CredentialSealingService } from './credential-sealing.service.js';
import { TriggerStatesRepository } from './trigger-states.repository.js';
import { auditedTrigger } from '../triggers/audited-trigger.js';

/** How a caller shows the credential of a trigger. */
export type CredentialKind = StoredTriggerSecret['kind'];

/** A credential as it is shown, once. */
export interface IssuedCredential {
  readonly kind: CredentialKind;
  readonly secret: string;
  readonly created: Date;
}

/** The credentials that endpoint triggers have of their own, for callers who have no account here. */
@Injectable()
export class TriggerCredentialsService {
  constructor(
    private readonly triggers: TriggersService,
    private readonly states: TriggerStatesRepository,
    private readonly sealing: CredentialSealingService,
  ) {}

  /**
   * Gives a trigger a credential, in the place of the one that it had.
   * @throws AppError `not-found`, `forbidden`, `conflict` for a trigger that is no endpoint.
   */
  async issue(id: string, kind: CredentialKind, principal: Principal): Promise<IssuedCredential> {
    const trigger = await this.triggers.changeable(id, principal);
    if (trigger.type !== 'endpoint') {
      throw conflict('Only endpoint triggers have a credential', 'no-endpoint');
    }
    const { secret, stored } = this.sealing.make(kind, principal);
    if (!(await this.states.writeSecret(id, stored))) throw notFound('Trigger', id);
    noteCredential(trigger, stored);
    return { kind, secret, created: stored.created };
  }

  /** @throws AppError `not-found`, also when it has none; `forbidden` */
  async revoke(id: string, principal: Principal): Promise<void> {
    const trigger = await this.triggers.changeable(id, principal);
    if (!trigger.secret) throw notFound('Credential of trigger', id);
    await this.states.writeSecret(id, null);
    noteCredential(trigger, null);
  }
}

function noteCredential(
  { _id, name, secret }: StoredTrigger,
  now: StoredTriggerSecret | null,
): void {
  const shown = (one: StoredTriggerSecret | null | undefined): JsonObject | null =>
    one ? { kind: one.kind, created: one.created.toISOString() } : null;
  noteChange({
    object: auditedTrigger(_id, name),
    before: { credential: shown(secret) },
    after: { credential: shown(now) },
  });
}
