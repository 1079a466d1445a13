import { type ValidInputs } from './valid-inputs.js';

/** The Model Context Protocol. */
export const MCP_INPUTS = {
  callMcp: { body: { jsonrpc: '2.0', id: 1, method: 'ping' } },
} as const satisfies ValidInputs;
