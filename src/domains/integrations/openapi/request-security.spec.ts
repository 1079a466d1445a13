import { describe, expect, it } from 'vitest';
import { type BuiltRequest } from './build-request.js';
import { chooseSecurity, withCredentials } from './request-security.js';
import { emptyCredentials, readSecuritySchemes } from './security-schemes.js';

const SCHEMES = readSecuritySchemes({
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      basic: { type: 'http', scheme: 'BASIC' },
      bearer: { type: 'http', scheme: 'bearer' },
      digest: { type: 'http', scheme: 'digest' },
      client: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://id/t' } } },
      code: { type: 'oauth2', flows: { authorizationCode: {} } },
      person: { type: 'openIdConnect' },
      certificate: { type: 'mutualTLS' },
      placeless: { type: 'apiKey', in: 'body', name: 'x' },
      host: { type: 'apiKey', in: 'header', name: 'Host' },
      broken: { type: 'apiKey', in: 'header', name: 'X Key' },
      session: { type: 'apiKey', in: 'header', name: 'Cookie' },
      again: { $ref: '#/components/securitySchemes/bearer' },
      lost: { $ref: '#/components/securitySchemes/lost' },
    },
  },
});
const all = () => true;
const REQUEST: BuiltRequest = {
  method: 'GET',
  path: '/',
  query: ['a=1&b=2', 'key=mine'],
  headers: { 'x-key': 'mine', accept: '*/*' },
  cookies: ['key=mine', 'c=3'],
  body: undefined,
};

describe('the security schemes of a model', () => {
  it('are read as what can be served, references followed, circles left out', () => {
    expect(Object.fromEntries(SCHEMES)).toEqual({
      key: { kind: 'apiKey', in: 'header', name: 'X-Key' },
      basic: { kind: 'basic' },
      bearer: { kind: 'bearer' },
      digest: { kind: 'unsupported', what: 'the HTTP scheme digest' },
      client: { kind: 'clientCredentials', tokenUrl: 'https://id/t' },
      code: { kind: 'unsupported', what: 'OAuth flows other than client credentials' },
      person: { kind: 'unsupported', what: 'security schemes of type openIdConnect' },
      certificate: { kind: 'unsupported', what: 'security schemes of type mutualTLS' },
      placeless: { kind: 'unsupported', what: 'API keys without a place' },
      host: { kind: 'unsupported', what: 'API keys in the header Host' },
      broken: { kind: 'unsupported', what: 'API keys in the header X Key' },
      session: { kind: 'apiKey', in: 'header', name: 'Cookie' },
      again: { kind: 'bearer' },
    });
  });

  it('say what an integration configures for each', () => {
    const configured = [...SCHEMES.values()].map((scheme) => Object.keys(emptyCredentials(scheme)));
    expect(configured.slice(0, 5)).toEqual([
      ['value'],
      ['username', 'password'],
      ['token'],
      [],
      ['clientId', 'clientSecret', 'tokenUrl'],
    ]);
  });
});

describe('the security of an operation', () => {
  const names = (...args: Parameters<typeof chooseSecurity>) => {
    const choice = chooseSecurity(...args);
    return choice.kind === 'chosen' ? choice.schemes.map(({ name }) => name) : choice.detail;
  };

  it('is the first alternative for which there are credentials', () => {
    const requirements = [{ person: [] }, { key: [], basic: [] }, { bearer: [] }];
    expect(names(requirements, SCHEMES, all)).toEqual(['key', 'basic']);
    expect(names(requirements, SCHEMES, (name) => name !== 'basic')).toEqual(['bearer']);
  });

  it('is none where none is asked, or none is an alternative', () => {
    expect(names([], SCHEMES, all)).toEqual([]);
    expect(names([{}, { key: [] }], SCHEMES, () => false)).toEqual([]);
    expect(names([{}, { key: [] }], SCHEMES, all)).toEqual(['key']);
  });

  it('is told in words where it cannot be met', () => {
    const none = () => false;
    expect(names([{ key: [], basic: [] }, { bearer: [] }], SCHEMES, none)).toBe(
      'The integration has no credentials for key and basic, or bearer',
    );
    expect(names([{ person: [] }, { nowhere: [] }], SCHEMES, all)).toBe(
      'The operation needs what is not supported: security schemes of type openIdConnect, the undeclared scheme nowhere',
    );
  });
});

describe('credentials', () => {
  it('take the place of what a caller gave of the same name', () => {
    const request = withCredentials(REQUEST, [
      { in: 'header', name: 'X-Key', value: 'ours' },
      { in: 'query', name: 'key', value: 'o&s' },
      { in: 'cookie', name: 'key', value: 'o;s' },
      { in: 'authorization', value: 'Bearer x' },
    ]);
    expect(request).toEqual({
      ...REQUEST,
      headers: { 'x-key': 'ours', accept: '*/*', authorization: 'Bearer x' },
      query: ['a=1', 'b=2', 'key=o%26s'],
      cookies: ['c=3', 'key=o%3Bs'],
    });
  });
});
