import { describe, expect, it } from 'vitest';
import {
  begunSignIn,
  flowCookie,
  flowText,
  forgottenFlowCookie,
  sealedFlow,
} from './flow-cookie.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const BEGUN = {
  flow: { state: 's', nonce: 'n', codeVerifier: 'v' },
  returnTo: '/docs?x=1',
};

describe('the cookie of a sign-in', () => {
  it('is for the sign-in alone, out of reach of scripts and of other sites', () => {
    expect(flowCookie('sealed', true)).toBe(
      'oidc_flow=sealed; Path=/login/oidc; HttpOnly; SameSite=Lax; Max-Age=600; Secure',
    );
    expect(flowCookie('sealed', false)).not.toContain('Secure');
    expect(forgottenFlowCookie(false)).toBe(
      'oidc_flow=; Path=/login/oidc; HttpOnly; SameSite=Lax; Max-Age=0',
    );
  });

  it.each([
    [undefined, undefined],
    ['', undefined],
    ['oidc_flow=a', 'a'],
    ['token=x; oidc_flow=a.b_c-d; other=y', 'a.b_c-d'],
    ['xoidc_flow=a', undefined],
    ['oidc_flow=a; oidc_flow=a', 'a'],
    // Somebody has planted a second one: nobody knows which is the browser's own.
    ['oidc_flow=a; oidc_flow=b', undefined],
  ])('is read out of %j as %j', (header, expected) => {
    expect(sealedFlow(header)).toBe(expected);
  });
});

describe('begunSignIn', () => {
  it('is what was begun, for ten minutes', () => {
    const text = flowText(BEGUN, NOW);
    expect(begunSignIn(text, later(599))).toEqual(BEGUN);
    expect(begunSignIn(text, later(600))).toBeUndefined();
  });

  it.each([
    ['no JSON', 'text'],
    ['no object', '[]'],
    ['null', 'null'],
    ['something else that is sealed', '{"ends":9e15,"returnTo":"/","state":"s"}'],
  ])('is not made of %s', (_, text) => {
    expect(begunSignIn(text, NOW)).toBeUndefined();
  });

  it.each(['kind', 'ends', 'returnTo', 'state', 'nonce', 'codeVerifier'])(
    'is not made of a text without %s',
    (key) => {
      const whole = JSON.parse(flowText(BEGUN, NOW)) as Record<string, unknown>;
      expect(begunSignIn(JSON.stringify({ ...whole, [key]: undefined }), NOW)).toBeUndefined();
      expect(begunSignIn(JSON.stringify({ ...whole, [key]: {} }), NOW)).toBeUndefined();
    },
  );

  it('leads nowhere else', () => {
    const text = flowText({ ...BEGUN, returnTo: '//evil.example' }, NOW);
    expect(begunSignIn(text, NOW)).toBeUndefined();
  });
});
