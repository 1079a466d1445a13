import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { readAuthenticationSettings } from '../stored/authentication-settings.js';
import { CredentialOwnersRepository } from './credential-owners.repository.js';
import { type CredentialPart, credentialScope } from './credential-scope.js';
import { type Session } from './session.js';
import { SessionsRepository } from './sessions.repository.js';
import { isCurrent, SessionsService } from './sessions.service.js';

/** A session as its owner and administrators see it. */
export interface ShownSession {
  readonly session: Session;
  /** Of the account it belongs to; empty when there is no such active account any more. */
  readonly username: string;
  /** Its token is accepted at this moment. */
  readonly active: boolean;
}

/** Looking at sessions, one's own or, for administrators, those of others. */
@Injectable()
export class SessionListService {
  constructor(
    private readonly repository: SessionsRepository,
    private readonly sessions: SessionsService,
    private readonly owners: CredentialOwnersRepository,
    private readonly profiles: ProfilesService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `forbidden` when others' are asked for by somebody who is no administrator. */
  async list(part: CredentialPart, principal: Principal): Promise<Page<ShownSession>> {
    const account = credentialScope(part, principal);
    const now = this.clock.now();
    const { items, total } = await this.repository.list({ account, after: now }, part);
    const owners = await this.owners.findActive(items.map((session) => session.account));
    const { document } = await this.profiles.active();
    const { uniqueSession } = readAuthenticationSettings(document);
    const shown = items.map((session): ShownSession => {
      const owner = owners.get(session.account);
      return {
        session: this.sessions.withLatestUse(session),
        username: owner?.username ?? '',
        active: owner !== undefined && isCurrent(session, owner, uniqueSession),
      };
    });
    return { items: shown, total };
  }
}
