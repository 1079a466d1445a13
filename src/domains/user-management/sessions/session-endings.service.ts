import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type Authenticated } from '../../../platform/auth/credential-store.js';
import { CredentialOwnersRepository } from './credential-owners.repository.js';
import { CredentialPermissionsService } from './credential-permissions.service.js';
import { administersCredentials, credentialScope } from './credential-scope.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

/** Ending sessions, one's own or, for administrators, those of others. */
@Injectable()
export class SessionEndingsService {
  constructor(
    private readonly repository: SessionsRepository,
    private readonly sessions: SessionsService,
    private readonly owners: CredentialOwnersRepository,
    private readonly permissions: CredentialPermissionsService,
  ) {}

  /**
   * @throws AppError `not-found` also for a session of somebody else, unless to administrators;
   *   `forbidden` for a session that is not in the caller's power.
   */
  async end(id: string, credential: Authenticated): Promise<void> {
    const { principal } = credential;
    const session = await this.repository.findById(id);
    const isOwn = session?.account === principal.id;
    if (!session || !(isOwn || administersCredentials(principal))) throw notFound('Session', id);
    await this.permissions.assertMayEnd(session.account, credential);
    await this.sessions.end(id);
    noteChange({
      object: { type: 'session', id, name: await this.nameOf(session.account) },
      before: { account: session.account, created: session.created.toISOString() },
      after: null,
    });
  }

  /**
   * Ends the sessions and access tokens of an account; the caller's own session stays if he says so.
   * @returns how many were ended.
   * @throws AppError `forbidden` when they are somebody else's and the caller is no administrator, or
   *   they are not in his power.
   */
  async endAll(
    { account, keepCurrent }: { account?: string | undefined; keepCurrent?: boolean | undefined },
    credential: Authenticated,
  ): Promise<number> {
    const { principal, sessionId } = credential;
    const owner = credentialScope({ account }, principal) ?? principal.id;
    await this.permissions.assertMayEnd(owner, credential);
    const ended = await this.sessions.endAll(owner, keepCurrent === true ? sessionId : null);
    noteChange({
      object: { type: 'sessions', id: owner, name: await this.nameOf(owner) },
      before: { sessions: ended },
      after: null,
    });
    return ended;
  }

  private async nameOf(account: string): Promise<string> {
    const owners = await this.owners.findActive([account]);
    return owners.get(account)?.username ?? account;
  }
}
