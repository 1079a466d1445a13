import { Body, Controller, Param } from '@nestjs/common';
import { CurrentCredential } from '../../../api/access/current-credential.decorator.js';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Authenticated } from '../../../platform/auth/credential-store.js';
import { noteHeader } from '../../../platform/request-context/request-context.js';
import { ApiTokenIssuerService } from './api-token-issuer.service.js';
import { type CredentialPart, type ScopeRequest } from '../sessions/credential-scope.js';
import { API_TOKEN_LIST } from './api-token-list.js';
import { ApiTokenListService, type ShownToken } from './api-token-list.service.js';
import { CreateApiTokenRequest, CreatedApiToken, ListApiTokensAnswer } from './api-tokens.dto.js';
import { toTokenAnswer } from './to-token-answer.js';

/** Personal API tokens: for programs that act for a person. */
@Controller()
export class ApiTokensController {
  constructor(
    private readonly tokens: ApiTokenListService,
    private readonly issuer: ApiTokenIssuerService,
  ) {}

  @Operation('listApiTokens', ListApiTokensAnswer)
  async listApiTokens(
    @ListOptions(API_TOKEN_LIST) list: ListRequest<ScopeRequest>,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListApiTokensAnswer> {
    const read = (part: CredentialPart): Promise<Page<ShownToken>> =>
      this.tokens.list(part, principal);
    const { items, total } = await pageOf(list, read, toTokenAnswer);
    return { results: items, total };
  }

  @Operation('createApiToken', CreatedApiToken)
  async createApiToken(
    @Body() body: CreateApiTokenRequest,
    @CurrentCredential() credential: Authenticated,
  ): Promise<CreatedApiToken> {
    const { token, stored } = await this.issuer.issue(body, credential);
    const { username } = credential.principal;
    noteHeader('Cache-Control', 'no-store');
    return { token, ...toTokenAnswer({ token: stored, username, active: true }) };
  }

  @Operation('revokeApiToken')
  async revokeApiToken(
    @Param('id') id: string,
    @CurrentCredential() credential: Authenticated,
  ): Promise<void> {
    await this.tokens.revoke(id, credential);
  }
}
