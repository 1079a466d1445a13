import { type Envelope } from '../../../kernel/envelope.js';
import { Inject, Injectable } from '@nestjs/common';
import { conflict, invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type Authenticated } from '../../../platform/auth/credential-store.js';
import { newApiToken, tokenKey } from '../../../platform/auth/token.js';
import { type ApiTokenScope } from '../../../platform/auth/token-scopes.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Identity } from '../identities/identities.service.js';
import { type ApiToken } from './api-token.js';
import { ApiTokensRepository } from './api-tokens.repository.js';
import { auditedToken } from './audited-token.js';
import { TokenOwnersService } from './token-owners.service.js';
import { tokenTerms, type TokenTerms, type RequestedTerms } from './token-terms.js';

/** What a caller says about the token he wants. */
export interface RequestedToken extends RequestedTerms {
  readonly name: string;
  /** Ids or names of roles that he holds, of any for administrators; all of his when absent. */
  readonly roles?: readonly string[] | undefined;
  readonly scopes?: readonly ApiTokenScope[] | undefined;
  readonly envelope?: Envelope | null | undefined;
}

/** A new token, to be told to its owner once. */
export interface IssuedApiToken {
  readonly token: string;
  readonly stored: ApiToken;
}

/** Makes API tokens for those who prove by a password or a session who they are (ADR 0074). */
@Injectable()
export class ApiTokenIssuerService {
  private readonly daysMax: number;
  private readonly numberMax: number;

  constructor(
    private readonly tokens: ApiTokensRepository,
    private readonly owners: TokenOwnersService,
    private readonly clock: Clock,
    private readonly ids: IdSource,
    @Inject(CONFIG) { signIn }: Config,
  ) {
    this.daysMax = signIn.apiTokenDaysMax;
    this.numberMax = signIn.apiTokensMax;
  }

  /**
   * @throws AppError `forbidden` for callers who present an API token, for service accounts and for
   * roles that the caller cannot give; `invalid-input`; `conflict` for a name that is taken and
   * for more tokens than an account may have.
   */
  async issue(request: RequestedToken, credential: Authenticated): Promise<IssuedApiToken> {
    const now = this.clock.now();
    const owner = await this.owners.get(credential, now);
    const roles = await this.owners.rolesFor(owner, request.roles);
    const terms = tokenTerms(request, now, this.daysMax);
    if ('faults' in terms) throw invalidInput(terms.faults);
    const token = newApiToken();
    const { name, envelope = null, scopes = [] } = request;
    const stored = this.record(token, owner, {
      name,
      envelope,
      roles,
      scopes: [...new Set(scopes)],
      ...terms,
      created: now,
    });
    await this.tokens.insert(stored);
    await this.assertWithinNumber(stored);
    noteChange({ ...auditedToken(stored), before: null });
    return { token, stored };
  }

  private record(
    token: string,
    { account }: Identity,
    parts: TokenTerms & Pick<ApiToken, 'name' | 'envelope' | 'roles' | 'scopes' | 'created'>,
  ): ApiToken {
    const name = parts.name.trim();
    return {
      ...parts,
      _id: this.ids.next(),
      tokenKey: tokenKey(token),
      account: account._id,
      name,
      nameFolded: foldText(name),
      credentialRevision: account.credentialRevision,
      lastUsed: null,
    };
  }

  /** Counted after it was written: of many that are made at once, none slips through. */
  private async assertWithinNumber({ _id, account }: ApiToken): Promise<void> {
    if ((await this.tokens.countOf(account)) <= this.numberMax) return;
    await this.tokens.remove(_id);
    const most = `${this.numberMax} API tokens are the most that an account may have`;
    throw conflict(`${most}: revoke one first`, 'too-many-tokens');
  }
}
