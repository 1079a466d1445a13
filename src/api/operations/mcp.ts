import { type OperationTable } from './operation-spec.js';

const common = {
  state: 'built',
  application: 'AdminEssentials',
  basis: 'extension',
  tag: 'MCP',
} as const;

const FOUND_BEFORE = 'a client reads it to find out how it gets a credential';

/** The Model Context Protocol, and where its clients get tokens (docs/mcp.md). */
export const MCP_OPERATIONS = {
  callMcp: {
    ...common,
    method: 'POST',
    path: '/mcp',
    access: 'signed-in',
    summary: 'Send a message of the Model Context Protocol: list tools, call one',
    body: 'medium',
    jsonRpc: true,
  },
  getMcpResource: {
    ...common,
    method: 'GET',
    path: '/.well-known/oauth-protected-resource/mcp',
    access: { open: FOUND_BEFORE },
    summary: 'Get what /mcp says of itself as a protected resource (RFC 9728)',
    unknownQueryKeys: 'refused',
  },
  getAuthorizationServer: {
    ...common,
    application: 'UserManagement',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    access: { open: FOUND_BEFORE },
    summary: 'Get how programs get access tokens from this platform (RFC 8414)',
    unknownQueryKeys: 'refused',
  },
} as const satisfies OperationTable;
