import { describe, expect, it } from 'vitest';
import { type KeyboardInteractiveAuthMethod, type ParsedKey } from 'ssh2';
import { Secret } from '../../../kernel/secret.js';
import { LoginSteps } from './login-steps.js';

const username = 'admin';
const password = new Secret('hunter2');
// Only handed on.
const key = {} as ParsedKey;

/** The methods that are tried while the host keeps refusing. */
function tried(steps: LoginSteps, offered: readonly string[]): string[] {
  const first = steps.next(null);
  const types = [first?.type ?? 'nothing'];
  for (let next = steps.next(offered); next; next = steps.next(offered)) types.push(next.type);
  return types;
}

function answersOf(steps: LoginSteps, rounds: readonly { prompt: string; echo?: boolean }[][]) {
  steps.next(null);
  const method = steps.next(['keyboard-interactive']) as KeyboardInteractiveAuthMethod;
  return rounds.map((prompts) => {
    let given: readonly string[] = [];
    method.prompt('', '', '', [...prompts], (answers) => (given = answers));
    return given;
  });
}

describe('LoginSteps', () => {
  it('asks first, then offers the key, then the password in one way, each once', () => {
    const offered = ['publickey', 'password', 'keyboard-interactive'];
    expect(tried(new LoginSteps({ username, password, key }), offered)).toEqual([
      'none',
      'publickey',
      'password',
    ]);
  });

  it('offers only what the host takes and what there is', () => {
    expect(tried(new LoginSteps({ username, password, key }), ['password'])).toEqual([
      'none',
      'password',
    ]);
    expect(tried(new LoginSteps({ username, password }), ['keyboard-interactive'])).toEqual([
      'none',
      'keyboard-interactive',
    ]);
    expect(tried(new LoginSteps({ username, key }), ['password'])).toEqual(['none']);
    expect(tried(new LoginSteps({ username }), ['password', 'publickey'])).toEqual(['none']);
  });

  it('gives the password to one hidden question and nothing to any other', () => {
    const hidden = { prompt: 'Password: ', echo: false };
    const answers = answersOf(new LoginSteps({ username, password }), [
      [{ prompt: 'User: ', echo: true }],
      [],
      [hidden],
      [hidden],
      [hidden, hidden],
    ]);
    expect(answers).toEqual([[''], [], ['hunter2'], [''], []]);
  });

  it('says why it gave up, without what the host said', () => {
    const refused = new LoginSteps({ username, password });
    tried(refused, ['password']);
    expect(refused.refusal(['password'])).toBe('it refuses the credentials');
    const other = new LoginSteps({ username, password });
    tried(other, ['hostbased', 'Evil Words']);
    expect(other.refusal(['hostbased', 'Evil Words'])).toContain('(hostbased)');
    expect(new LoginSteps({ username }).refusal(null)).toContain('neither a password nor');
  });
});
