import { describe, expect, it } from 'vitest';
import { addressRefusal, basePathOf, baseUrl, modelServer } from './server-address.js';

const server = (url: string, variables = {}) => modelServer({ servers: [{ url, variables }] });

describe('the server of a model', () => {
  it.each([
    ['https://box.example/api/', { protocol: 'https', host: 'box.example', basePath: '/api' }],
    ['http://[::1]:8080', { protocol: 'http', host: '[::1]:8080', basePath: '' }],
    ['/api/v3', { protocol: 'https', host: '', basePath: '/api/v3' }],
    ['https://u:p@box.example/', { protocol: 'https', host: 'box.example', basePath: '' }],
  ])('is read from %s', (url, expected) => {
    expect(server(url)).toEqual(expected);
  });

  it('has its variables at their defaults', () => {
    const variables = { box: { default: 'a.example' }, port: {} };
    expect(server('https://{box}/v{port}', variables).host).toBe('a.example');
    expect(modelServer({})).toEqual({ protocol: 'https', host: '', basePath: '' });
  });
});

describe('an address', () => {
  it.each(['', '/', '//', '?x', 'a', '/a/b/'])('has a base path of %j', (text) => {
    expect(basePathOf(text)).toMatch(/^(\/[^/].*[^/]|\/a|)$/);
  });

  it.each([
    ['ftp', 'x', ''],
    ['https', '', ''],
    ['https', 'u@x', ''],
    ['https', 'x/y', ''],
    ['https', 'x y', ''],
    ['https', 'x:99999', ''],
    ['https', 'x\\y', ''],
    ['https', 'x', '/a/../b'],
    ['https', 'x', '/%2e%2e'],
    ['https', 'x', '/a?b'],
    ['https', 'x', '/a b'],
  ])('is refused: %s://%s%s', (protocol, host, basePath) => {
    expect(addressRefusal({ protocol, host, basePath })).toMatch(/^must /);
  });

  it.each([
    ['https', 'box.example:8443', '/api/v1'],
    ['http', '127.0.0.1', ''],
    ['http', '[::1]:1', '/%C3%BC'],
  ])('is one: %s://%s%s', (protocol, host, basePath) => {
    const address = { protocol, host, basePath };
    expect(addressRefusal(address)).toBeUndefined();
    expect(baseUrl(address)).toBe(`${protocol}://${host}${basePath}`);
  });
});
