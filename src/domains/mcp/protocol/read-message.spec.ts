import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../../kernel/json.js';
import { RPC_ERRORS } from './message.js';
import { type MessageHeaders, readMessage } from './read-message.js';
import { handshakeVersion } from './versions.js';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const META = { [VERSION]: '2026-07-28', [CAPABILITIES]: {} };
const HEADERS = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'get',
};

const call = (more: JsonObject = {}, meta: JsonObject = META): JsonObject => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'get', _meta: meta },
  ...more,
});
const faultOf = (body: unknown, headers: MessageHeaders = {}): unknown => {
  const read = readMessage(body, headers);
  return read.kind === 'answered' && [read.reply.status, read.reply.body?.error?.code];
};
const requestOf = (body: unknown, headers: MessageHeaders = {}): unknown => {
  const read = readMessage(body, headers);
  return read.kind === 'request' ? read.request : read;
};

describe('readMessage', () => {
  it('reads a request of the version without sessions, whose headers repeat the body', () => {
    expect(requestOf(call(), HEADERS)).toMatchObject({
      id: 7,
      method: 'tools/call',
      stateless: true,
      asksPeople: false,
    });
  });

  it('reads a name that is not plain ASCII from its header', () => {
    const body = call({ params: { name: 'gét', _meta: META } });
    const encoded = `=?base64?${Buffer.from('gét').toString('base64')}?=`;
    expect(requestOf(body, { ...HEADERS, 'mcp-name': encoded })).toMatchObject({ id: 7 });
  });

  it.each([
    [{ elicitation: {} }, true],
    [{ elicitation: { form: {} } }, true],
    [{ elicitation: { url: {} } }, false],
    [{ elicitation: { url: {}, form: {} } }, true],
    [{ sampling: {} }, false],
  ])('knows whether a client with %j can ask its user', (capabilities, asksPeople) => {
    const body = call({}, { ...META, [CAPABILITIES]: capabilities });
    expect(requestOf(body, HEADERS)).toMatchObject({ asksPeople });
  });

  it.each([
    ['a header is missing', { ...HEADERS, 'mcp-method': undefined }, RPC_ERRORS.headerMismatch],
    ['the version is not repeated', { 'mcp-method': 'tools/call' }, RPC_ERRORS.headerMismatch],
    ['the name differs', { ...HEADERS, 'mcp-name': 'list' }, RPC_ERRORS.headerMismatch],
    ['the method differs', { ...HEADERS, 'mcp-method': 'ping' }, RPC_ERRORS.headerMismatch],
  ])('refuses a request where %s', (_, headers, code) => {
    expect(faultOf(call(), headers)).toEqual([400, code]);
  });

  it.each([
    [{}, RPC_ERRORS.invalidParams],
    [{ [VERSION]: '2026-07-28' }, RPC_ERRORS.invalidParams],
    [{ [VERSION]: 5, [CAPABILITIES]: {} }, RPC_ERRORS.invalidParams],
  ])('refuses a request that tells of its client %j', (meta, code) => {
    expect(faultOf(call({}, meta), HEADERS)).toEqual([400, code]);
  });

  it('refuses versions that it does not speak, and names those that it does', () => {
    const body = call({}, { ...META, [VERSION]: '2099-01-01' });
    const read = readMessage(body, { ...HEADERS, 'mcp-protocol-version': '2099-01-01' });
    expect(read).toMatchObject({
      reply: {
        status: 400,
        body: { id: 7, error: { code: -32022, data: { requested: '2099-01-01' } } },
      },
    });
    const older = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect(faultOf(older, { 'mcp-protocol-version': '2024-01-01' })).toEqual([400, -32000]);
  });

  it.each([{}, { 'mcp-protocol-version': '2025-06-18' }])(
    'reads a request of the versions that begin with initialize, with headers %j',
    (headers) => {
      const body = { jsonrpc: '2.0', id: 'a', method: 'tools/list' };
      expect(requestOf(body, headers)).toEqual({
        id: 'a',
        method: 'tools/list',
        params: {},
        stateless: false,
        asksPeople: false,
      });
    },
  );

  it('acknowledges notifications', () => {
    const body = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(readMessage(body, {})).toEqual({ kind: 'answered', reply: { status: 202 } });
  });

  it.each([
    undefined,
    [],
    [call()],
    { id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: {}, method: 'ping' },
    { jsonrpc: '2.0', id: 1, method: 'ping', params: [] },
  ])('refuses %j', (body) => {
    expect(faultOf(body)).toEqual([400, RPC_ERRORS.invalidRequest]);
  });
});

describe('handshakeVersion', () => {
  it.each([
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2026-07-28', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
    [undefined, '2025-11-25'],
  ])('answers %s with %s', (asked, version) => {
    expect(handshakeVersion(asked)).toBe(version);
  });
});
