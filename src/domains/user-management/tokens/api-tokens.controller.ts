import { Body, Controller, Param } from '@nestjs/common';
import { CurrentCredential } from '../../../api/access/current-credential.decorator.js';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Authenticated } from '../../../platform/auth/credential-store.js';
import { noteHeader } from '../../../platform/logging/request-context.js';
import { ApiTokenIssuerService } from './api-token-issuer.service.js';
import { ApiTokenListService } from './api-token-list.service.js';
import {
  CreateApiTokenRequest,
  CreatedApiToken,
  ListApiTokensAnswer,
  ListApiTokensQuery,
} from './api-tokens.dto.js';
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
    @QueryObject() query: ListApiTokensQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListApiTokensAnswer> {
    const { skip = 0, limit = LIST_LIMIT_DEFAULT } = query;
    const { items, total } = await this.tokens.list(query, { skip, limit }, principal);
    return { results: items.map(toTokenAnswer), total };
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
