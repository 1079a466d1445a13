import { Controller, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { CurrentCredential } from '../../api/access/current-credential.decorator.js';
import { Operation } from '../../api/operation.decorator.js';
import { operationSpec } from '../../api/operations/operations.js';
import {
  CurrentIdentity,
  type PresentedIdentity,
} from '../../api/request/presented-identity.decorator.js';
import { FreeBody } from '../../api/shapes/free-body.decorator.js';
import { type Authenticated } from '../../platform/auth/credential-store.js';
import { API_TOKEN_SCOPES } from '../../platform/auth/token-scopes.js';
import { AuthorizationServerAnswer, McpAnswer, McpResourceAnswer } from './mcp.dto.js';
import { McpService } from './mcp.service.js';
import { type RpcReply } from './protocol/message.js';

/** The Model Context Protocol, and where its clients get tokens. */
@Controller()
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Operation('callMcp', McpAnswer)
  @FreeBody('One message of JSON-RPC 2.0')
  async callMcp(
    @Req() { body, headers }: FastifyRequest,
    @CurrentCredential() caller: Authenticated,
    @CurrentIdentity() identity: PresentedIdentity,
    @Res({ passthrough: true }) answer: FastifyReply,
  ): Promise<McpAnswer | undefined> {
    return answered(answer, await this.mcp.reply({ body, headers }, { caller, identity }));
  }

  @Operation('getMcpResource', McpResourceAnswer)
  getMcpResource(@Req() request: FastifyRequest): McpResourceAnswer {
    return resourceAt(originOf(request));
  }

  @Operation('getAuthorizationServer', AuthorizationServerAnswer)
  getAuthorizationServer(@Req() request: FastifyRequest): AuthorizationServerAnswer {
    return authorizationServerAt(originOf(request));
  }
}

function answered(answer: FastifyReply, { status, body }: RpcReply): McpAnswer | undefined {
  answer.code(status);
  return body;
}

function resourceAt(origin: string): McpResourceAnswer {
  return {
    resource: `${origin}${operationSpec('callMcp').path}`,
    resource_name: 'Netadmin API',
    authorization_servers: [origin],
    bearer_methods_supported: ['header'],
    scopes_supported: [...API_TOKEN_SCOPES],
  };
}

function authorizationServerAt(issuer: string): AuthorizationServerAnswer {
  return {
    issuer,
    authorization_endpoint: `${issuer}${operationSpec('console').path}`,
    token_endpoint: `${issuer}${operationSpec('createAccessToken').path}`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  };
}

/** As the caller reaches the platform; Fastify has decided whether to believe a proxy. */
function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`;
}
