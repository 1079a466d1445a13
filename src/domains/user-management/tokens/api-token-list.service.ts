import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type Authenticated } from '../../../platform/auth/credential-store.js';
import {
  administersCredentials,
  type CredentialPart,
  credentialScope,
} from '../sessions/credential-scope.js';
import { CredentialOwnersRepository } from '../sessions/credential-owners.repository.js';
import { CredentialPermissionsService } from '../sessions/credential-permissions.service.js';
import { type ApiToken } from './api-token.js';
import { ApiTokensRepository } from './api-tokens.repository.js';
import { ApiTokensService } from './api-tokens.service.js';
import { auditedToken } from './audited-token.js';

/** An API token as its owner and administrators see it. */
export interface ShownToken {
  readonly token: ApiToken;
  /** Of its owner; empty when there is no such active account any more. */
  readonly username: string;
  /** It is accepted at this moment. */
  readonly active: boolean;
}

/** Looking at API tokens and revoking them, one's own or, for administrators, those of others. */
@Injectable()
export class ApiTokenListService {
  constructor(
    private readonly repository: ApiTokensRepository,
    private readonly tokens: ApiTokensService,
    private readonly owners: CredentialOwnersRepository,
    private readonly permissions: CredentialPermissionsService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `forbidden` when others' are asked for by somebody who is no administrator. */
  async list(part: CredentialPart, principal: Principal): Promise<Page<ShownToken>> {
    const { items, total } = await this.repository.list(credentialScope(part, principal), part);
    return { items: await this.show(items), total };
  }

  /**
   * @throws AppError `not-found` also for a token of somebody else, unless to administrators;
   *   `forbidden` for a token that is not in the caller's power.
   */
  async revoke(id: string, credential: Authenticated): Promise<void> {
    const { principal, apiTokenId } = credential;
    const token = await this.repository.findById(id);
    const isOwn = token?.account === principal.id;
    if (!token || !(isOwn || administersCredentials(principal))) throw notFound('API token', id);
    // Any token ends itself.
    if (id !== apiTokenId) await this.permissions.assertMayEnd(token.account, credential);
    await this.repository.remove(id);
    this.tokens.forget(token.tokenKey);
    const { object, after } = auditedToken(token);
    noteChange({ object, before: after, after: null });
  }

  /** The tokens with their owners. */
  async show(tokens: readonly ApiToken[]): Promise<readonly ShownToken[]> {
    const owners = await this.owners.findActive(tokens.map(({ account }) => account));
    const now = this.clock.now();
    return tokens.map((token) => {
      const owner = owners.get(token.account);
      const isCurrent = owner?.credentialRevision === token.credentialRevision;
      return {
        token: this.tokens.withLatestUse(token),
        username: owner?.username ?? '',
        active: isCurrent && now < token.expires,
      };
    });
  }
}
