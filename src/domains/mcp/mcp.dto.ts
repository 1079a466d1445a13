import { Free, ListOf, Nested } from '../../api/fields/structures.js';
import { OneOf, Text, Whole } from '../../api/fields/values.js';

/** What is wrong with a message. */
export class McpError {
  @Whole({ note: 'As JSON-RPC 2.0 and the protocol number them', example: -32602 })
  readonly code!: number;

  @Text()
  readonly message!: string;
}

/** An answer to a message: `result` or `error`. */
export class McpAnswer {
  @OneOf(['2.0'])
  readonly jsonrpc!: '2.0';

  @Free({ note: 'That of the request; null where it has none' })
  readonly id!: string | number | null;

  @Free({ optional: true, note: 'As the protocol describes it for the method' })
  readonly result?: unknown;

  @Nested(() => McpError, { optional: true })
  readonly error?: McpError;
}

/** What `/mcp` says of itself (RFC 9728). */
export class McpResourceAnswer {
  @Text({ example: 'https://netadmin.example.net/mcp' })
  readonly resource!: string;

  @Text()
  readonly resource_name!: string;

  @ListOf('text', { note: 'Where programs get access tokens; people make API tokens' })
  readonly authorization_servers!: readonly string[];

  @ListOf('text')
  readonly bearer_methods_supported!: readonly string[];

  @ListOf('text', { note: 'Of API tokens: tools that change something take `mcp:write`' })
  readonly scopes_supported!: readonly string[];
}

/** How programs get access tokens (RFC 8414). */
export class AuthorizationServerAnswer {
  @Text({ example: 'https://netadmin.example.net' })
  readonly issuer!: string;

  @Text({
    example: 'https://netadmin.example.net/console',
    note: 'Where people sign in and make API tokens; there is no grant for it, but clients ask for its name',
  })
  readonly authorization_endpoint!: string;

  @Text({ example: 'https://netadmin.example.net/oauth/token' })
  readonly token_endpoint!: string;

  @ListOf('text')
  readonly grant_types_supported!: readonly string[];

  @ListOf('text', { note: 'None: no grant uses the authorization endpoint' })
  readonly response_types_supported!: readonly string[];

  @ListOf('text')
  readonly token_endpoint_auth_methods_supported!: readonly string[];
}
