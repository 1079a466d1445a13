import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { githubApi } from './github-base.js';
import { githubScope } from './github-scope.js';

describe('githubApi', () => {
  it.each([
    ['https://github.com/', 'https://api.github.com/'],
    ['https://api.github.com/', 'https://api.github.com/'],
    ['https://acme.ghe.com/', 'https://api.acme.ghe.com/'],
    ['https://ghe.acme.example/', 'https://ghe.acme.example/api/v3'],
    ['https://ghe.acme.example:8443/', 'https://ghe.acme.example:8443/api/v3'],
    ['https://ghe.acme.example/api/v3', 'https://ghe.acme.example/api/v3'],
    ['https://acme.example/github/api/v3', 'https://acme.example/github/api/v3'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/api/v3'],
    ['https://github.com.evil.example/', 'https://github.com.evil.example/api/v3'],
    ['https://a.b.ghe.com/', 'https://a.b.ghe.com/api/v3'],
  ])('of %j is at %j', (url, api) => {
    expect(githubApi(new URL(url)).href).toBe(api);
  });
});

describe('githubScope', () => {
  it.each([
    ['acme', { kind: 'owner', owner: 'acme' }],
    ['acme/vlan.tools', { kind: 'repository', owner: 'acme', name: 'vlan.tools' }],
    ['topic:net-automation', { kind: 'topic', topic: 'net-automation', owner: null }],
    ['acme/topic:net-automation', { kind: 'topic', topic: 'net-automation', owner: 'acme' }],
  ])('reads %j', (path, scope) => {
    expect(githubScope(path)).toEqual(scope);
  });

  it.each([
    '',
    '/acme',
    'acme/',
    'acme/..',
    'acme/.',
    'acme/a/b',
    '..',
    'acme?x',
    'topic:',
    'topic:A B',
    'topic:a is:public',
    'acme#x',
    'a%2Fb',
    '@acme',
  ])('refuses %j', (path) => {
    expect(githubScope(path)).toBeNull();
  });

  it('reads nothing that could lead elsewhere in an address or a search', () => {
    const text = fc.stringMatching(/^[ab/.:?%-]{0,8}$|^(a\/)?topic:[ab:. -]{0,4}$/);
    fc.assert(
      fc.property(text, (path) => {
        const scope = githubScope(path);
        const words = scope === null ? [] : Object.values(scope).filter((word) => word !== null);
        for (const word of words) expect(word).toMatch(/^(?!\.{1,2}$)[A-Za-z0-9._-]+$/);
      }),
    );
  });
});
