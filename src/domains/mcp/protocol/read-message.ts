import { cutText } from '../../../kernel/cut-text.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { errorReply, type MessageId, RPC_ERRORS, type RpcError, type RpcReply } from './message.js';
import {
  HANDSHAKE_VERSIONS,
  isStateless,
  STATELESS_VERSION,
  SUPPORTED_VERSIONS,
} from './versions.js';

const META = 'io.modelcontextprotocol';
/** Keys of `_meta` by which a request of the stateless version tells about its client. */
const VERSION_KEY = `${META}/protocolVersion`;
const CAPABILITIES_KEY = `${META}/clientCapabilities`;
/** The key of `_meta` by which answers name the server. */
export const SERVER_INFO_KEY = `${META}/serverInfo`;

/** Headers of a message, by lower-case name. */
export type MessageHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request that can be answered. */
export interface RpcRequest {
  readonly id: MessageId;
  readonly method: string;
  readonly params: JsonObject;
  /** Whether it is of the version without sessions. */
  readonly stateless: boolean;
  /** Whether the client can ask its user and send the request again with what was said. */
  readonly asksPeople: boolean;
}

/** A request, or the answer where none can be dealt with. */
export type ReadMessage =
  | { readonly kind: 'request'; readonly request: RpcRequest }
  | { readonly kind: 'answered'; readonly reply: RpcReply };

interface Draft {
  /** Undefined for a notification. */
  readonly id: MessageId | undefined;
  readonly method: string;
  readonly params: JsonObject;
  readonly meta: JsonObject;
  readonly headers: MessageHeaders;
}

/** Reads a message of either generation of the protocol. */
export function readMessage(body: unknown, headers: MessageHeaders): ReadMessage {
  const draft = draftOf(body, headers);
  if (draft === undefined) return answered(errorReply(null, NO_MESSAGE, 400));
  const { id, method, params, meta } = draft;
  const version = header(draft, 'mcp-protocol-version');
  const stateless = VERSION_KEY in meta || isStateless(version ?? '');
  const fault = stateless ? statelessFault(draft) : handshakeFault(version);
  if (fault !== undefined) return answered(errorReply(id ?? null, fault, 400));
  if (id === undefined) return answered({ status: 202 });
  const asksPeople = canElicit(meta[CAPABILITIES_KEY]);
  return { kind: 'request', request: { id, method, params, stateless, asksPeople } };
}

const NO_MESSAGE = {
  code: RPC_ERRORS.invalidRequest,
  message: 'The body must be one JSON-RPC 2.0 request or notification; there are no batches',
};

function answered(reply: RpcReply): ReadMessage {
  return { kind: 'answered', reply };
}

function draftOf(body: unknown, headers: MessageHeaders): Draft | undefined {
  if (!isJsonObject(body) || body['jsonrpc'] !== '2.0') return undefined;
  const { id, method, params = {} } = body;
  if (typeof method !== 'string' || !isJsonObject(params) || !isId(id)) return undefined;
  const { _meta: meta } = params;
  return { id, method, params, meta: isJsonObject(meta) ? meta : {}, headers };
}

function isId(id: unknown): id is string | number | undefined {
  return id === undefined || typeof id === 'string' || typeof id === 'number';
}

/** Requests of the stateless version repeat in headers what gateways go by; both must agree. */
function statelessFault(draft: Draft): RpcError | undefined {
  const { id, method, params, meta } = draft;
  const version = meta[VERSION_KEY];
  // Of a notification nothing is done, so nothing is asked of it.
  if (id === undefined) return undefined;
  if (typeof version !== 'string' || !isJsonObject(meta[CAPABILITIES_KEY])) return incomplete(meta);
  const agreed = mismatch(draft, 'mcp-protocol-version', version);
  if (agreed) return agreed;
  if (version !== STATELESS_VERSION) return unsupported(version);
  const name = method === 'tools/call' ? params['name'] : undefined;
  return mismatch(draft, 'mcp-method', method) ?? mismatch(draft, 'mcp-name', name);
}

function incomplete(meta: JsonObject): RpcError {
  const missing = [VERSION_KEY, CAPABILITIES_KEY].filter((key) => !(key in meta));
  const what = missing.length > 0 ? `lacks ${missing.join(' and ')}` : 'is malformed';
  return {
    code: RPC_ERRORS.invalidParams,
    message: `params._meta ${what}, which ${STATELESS_VERSION} asks for`,
  };
}

function unsupported(version: string): RpcError {
  const requested = cutText(version, 100);
  return {
    code: RPC_ERRORS.unsupportedVersion,
    message: `Unsupported protocol version: ${requested}`,
    data: { supported: [...SUPPORTED_VERSIONS], requested },
  };
}

function mismatch(draft: Draft, name: string, expected: unknown): RpcError | undefined {
  const given = header(draft, name);
  if (typeof expected !== 'string' || given === expected) return undefined;
  const is = given === undefined ? 'is missing' : 'says something else than the body';
  return { code: RPC_ERRORS.headerMismatch, message: `The header ${name} ${is}` };
}

/** The header is absent before the version is agreed on, and in the oldest version. */
function handshakeFault(version: string | undefined): RpcError | undefined {
  if (version === undefined) return undefined;
  if (HANDSHAKE_VERSIONS.some((known) => known === version)) return undefined;
  const known = SUPPORTED_VERSIONS.join(', ');
  return {
    code: RPC_ERRORS.badRequest,
    message: `Bad Request: Unsupported protocol version (supported versions: ${known})`,
  };
}

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** What is not plain ASCII arrives in base64. */
function header({ headers }: Draft, name: string): string | undefined {
  const text = [headers[name]].flat().at(0)?.trim();
  const [, encoded] = ENCODED.exec(text ?? '') ?? [];
  return encoded === undefined ? text : Buffer.from(encoded, 'base64').toString('utf8');
}

/** Without modes, forms are meant: so it was before there were others. */
function canElicit(capabilities: unknown): boolean {
  const elicitation = isJsonObject(capabilities) ? capabilities['elicitation'] : undefined;
  if (!isJsonObject(elicitation)) return false;
  return 'form' in elicitation || !('url' in elicitation);
}
