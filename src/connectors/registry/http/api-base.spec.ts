import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { ApiBase, registryUrl } from './api-base.js';

const base = (url: string): ApiBase => new ApiBase(new URL(url));

describe('registryUrl', () => {
  it.each([
    ['git.acme.example', 'https://git.acme.example/'],
    ['git.acme.example:8443', 'https://git.acme.example:8443/'],
    ['https://git.acme.example/gitlab', 'https://git.acme.example/gitlab'],
    ['http://127.0.0.1:8080/gitlab/', 'http://127.0.0.1:8080/gitlab/'],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]:8443/'],
  ])('takes %j', (hostname, href) => {
    expect(registryUrl(hostname).href).toBe(href);
  });

  it.each([
    '',
    'two words',
    'user:pass@git.acme.example',
    'https://token@git.acme.example',
    'git.acme.example?x=1',
    'https://git.acme.example/#x',
    'ftp://git.acme.example',
    'git.acme.example\\@evil.example',
    'git.acme.example:99999',
  ])('refuses %j', (hostname) => {
    expect(() => registryUrl(hostname)).toThrow('is no host');
  });
});

describe('ApiBase', () => {
  it('joins paths to hosts and to base paths', () => {
    expect(base('https://a.example').href('/x?y=1')).toBe('https://a.example/x?y=1');
    expect(base('https://a.example/git/api/v4/').href('/x')).toBe('https://a.example/git/api/v4/x');
  });

  it('keeps encoded slashes', () => {
    expect(base('https://a.example').href('/groups/a%2Fb')).toBe('https://a.example/groups/a%2Fb');
  });

  it.each([
    '/repos/acme/x/branches/../../../../../other',
    '/repos/acme/x/contents/bundles/./x.json',
    '/groups/../projects',
    '/groups/%2e%2E/projects',
    '/groups/..',
    '/groups/.%2e?page=1',
    '/x\\..\\..\\other',
    'other',
  ])('makes no address of %j, which would be another place than it says', (target) => {
    expect(() => base('https://a.example/api/v3').href(target)).toThrow('leads out of');
  });

  it('leaves names with dots and queries as they are', () => {
    const target = '/repos/acme/.github/contents/...json/a..b?ref=../x';
    expect(base('https://a.example').href(target)).toBe(`https://a.example${target}`);
  });

  it.each([
    ['https://a.example/git/api/v4/x?page=2', '/x?page=2'],
    ['https://a.example:443/git/api/v4/x', '/x'],
    ['/git/api/v4/projects/7', '/projects/7'],
    ['?page=2', '/groups/a%2Fb/projects?page=2'],
  ])('finds %j below the base', (address, target) => {
    const from = '/groups/a%2Fb/projects?page=1';
    expect(base('https://a.example/git/api/v4').inside(address, from)).toBe(target);
  });

  it.each([
    'https://b.example/git/api/v4/x',
    'https://a.example.b.example/git/api/v4/x',
    'https://a.example:8443/git/api/v4/x',
    'http://a.example/git/api/v4/x',
    'https://a.example/git/api/v41/x',
    'https://a.example/git/api/v4/../../x',
    'https://a.example/git/api/v4/%2e%2e/x',
    'https://a.example/x',
    'https://user@a.example/git/api/v4/x',
    '//b.example/git/api/v4/x',
    '\\\\b.example/git/api/v4/x',
    'javascript:alert(1)',
    'https://',
    '/other',
  ])('lets %j lead nowhere', (address) => {
    expect(base('https://a.example/git/api/v4').inside(address, '/x')).toBeNull();
  });

  it('never gives a target that leads to another origin', () => {
    const here = base('https://a.example/api');
    const anything = fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string());
    fc.assert(
      fc.property(anything, (address) => {
        const target = here.inside(address, '/x');
        const href = new URL(target === null ? 'https://a.example/api/' : here.href(target));
        expect(href.origin).toBe('https://a.example');
        expect(href.pathname).toMatch(/^\/api\//);
      }),
    );
  });
});
