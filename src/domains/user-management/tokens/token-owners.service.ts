import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Authenticated } from '../../../platform/auth/credential-store.js';
import { unauthenticated } from '../../../platform/auth/unauthenticated.js';
import { isPlatformAdmin } from '../identities/grant-rule.js';
import { IdentitiesService, type Identity } from '../identities/identities.service.js';
import { toHeldRole } from '../identities/to-held-role.js';
import { RolesRepository } from '../stored/roles.repository.js';
import { restricted, roleSubset } from '../identities/role-subset.js';

/** Who may make API tokens, with which roles, and as whom such a token speaks (ADR 0074). */
@Injectable()
export class TokenOwnersService {
  constructor(
    private readonly identities: IdentitiesService,
    private readonly roles: RolesRepository,
  ) {}

  /**
   * The owner of a token that is made with this credential.
   * @throws AppError `forbidden` for callers who present an API token and for service accounts.
   */
  async get({ principal, apiTokenId }: Authenticated, now: Date): Promise<Identity> {
    if (apiTokenId !== undefined) {
      throw new AppError('forbidden', 'An API token makes no API tokens: sign in for that', {
        code: 'sign-in-needed',
      });
    }
    const owner = await this.identities.load(principal.id, now);
    if (!owner) throw unauthenticated('The account is not active any more');
    if (owner.account.isServiceAccount) {
      throw new AppError('forbidden', 'A service account has a client secret and no API tokens');
    }
    return owner;
  }

  /**
   * Ids of the roles that a token is given; null for all of its owner's.
   * @throws AppError `forbidden` naming those that he cannot give.
   */
  async rolesFor(
    { principal }: Identity,
    requested: readonly string[] | undefined,
  ): Promise<readonly string[] | null> {
    if (requested === undefined) return null;
    const known = principal.roles.some(isPlatformAdmin)
      ? (await this.roles.findReferred(requested, requested.map(foldText))).map(toHeldRole)
      : principal.roles;
    const { roles, notHeld } = roleSubset(known, requested);
    if (notHeld.length === 0) return roles;
    throw new AppError('forbidden', `You do not hold these roles: ${notHeld.join(', ')}`, {
      code: 'role-not-held',
    });
  }

  /** The owner as a token with these roles speaks for him now. */
  async speaking(owner: Principal, roles: readonly string[] | null): Promise<Principal> {
    if (roles === null || !owner.roles.some(isPlatformAdmin)) return restricted(owner, roles);
    // Whoever may grant any role holds them all, as far as his tokens go.
    const given = await this.roles.findByIds(roles);
    return restricted({ ...owner, roles: given.map(toHeldRole) }, roles);
  }
}
