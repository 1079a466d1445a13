import { type JsonObject, type JsonValue } from '../../../kernel/json.js';

/** What ties an answer to its request; null where a fault hides it. */
export type MessageId = string | number | null;

/** Codes of JSON-RPC 2.0 and of the Model Context Protocol. */
export const RPC_ERRORS = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  badRequest: -32000,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** What is wrong with a message, as JSON-RPC says it. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonObject;
}

/** An answer to a message; with 202 there is nothing more to say. */
export interface RpcReply {
  readonly status: number;
  readonly body?: {
    readonly jsonrpc: '2.0';
    readonly id: MessageId;
    readonly result?: JsonValue;
    readonly error?: RpcError;
  };
}

/** An answer with what was asked for. */
export function resultReply(id: MessageId, result: JsonObject): RpcReply {
  return { status: 200, body: { jsonrpc: '2.0', id, result } };
}

/** An answer that says what is wrong. */
export function errorReply(id: MessageId, error: RpcError, status = 200): RpcReply {
  return { status, body: { jsonrpc: '2.0', id, error } };
}
