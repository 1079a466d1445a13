import { describe, expect, it } from 'vitest';
import { assertLogout, loginCredentials } from './login-credentials.js';

const ann = { username: 'ann', password: 'secret-of-ann' };
const refusal = (pointers: readonly string[]) =>
  expect.objectContaining({
    kind: 'invalid-input',
    errors: pointers.map((pointer) => expect.objectContaining({ pointer })),
  });

describe('loginCredentials', () => {
  it('takes either form', () => {
    expect(loginCredentials({ user: ann })).toEqual(ann);
    expect(loginCredentials(ann)).toEqual(ann);
  });

  it.each([
    [{}, ['#/username', '#/password']],
    [{ username: 'ann' }, ['#/password']],
    [{ password: 'x' }, ['#/username']],
    [{ user: ann, username: 'ann' }, ['#/username']],
    [{ user: ann, ...ann }, ['#/username', '#/password']],
  ])('refuses %j and names every fault', (body, pointers) => {
    expect(() => loginCredentials(body)).toThrow(refusal(pointers));
  });
});

describe('assertLogout', () => {
  it('accepts logout=true and nothing else', () => {
    expect(() => {
      assertLogout(true);
    }).not.toThrow();
    [false, undefined].forEach((logout) => {
      expect(() => {
        assertLogout(logout);
      }).toThrow(refusal(['#/logout']));
    });
  });
});
