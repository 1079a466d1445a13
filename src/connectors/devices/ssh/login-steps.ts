import { type AnyAuthMethod, type ParsedKey, type Prompt } from 'ssh2';
import { type Secret } from '../../../kernel/secret.js';

/** Rounds of questions that one login may take. */
const QUESTION_ROUNDS_MAX = 4;

/** What there is to sign in with. */
export interface Credentials {
  readonly username: string;
  readonly password?: Secret;
  readonly key?: ParsedKey;
}

/**
 * Which credential is tried next. Each secret is offered once: a wrong password that is tried in two
 * ways counts as two failed logins at the device, and locks accounts.
 */
export class LoginSteps {
  #triesKey: boolean;
  #triesPassword: boolean;
  #hasAsked = false;
  #hasTried = false;
  #hasAnswered = false;
  #rounds = 0;

  constructor(private readonly credentials: Credentials) {
    this.#triesKey = credentials.key !== undefined;
    this.#triesPassword = credentials.password !== undefined;
  }

  /** @param offered Methods that the host takes; null before it has said so. */
  next(offered: readonly string[] | null): AnyAuthMethod | undefined {
    const { username, key } = this.credentials;
    if (!this.#hasAsked) {
      this.#hasAsked = true;
      return { type: 'none', username };
    }
    const takes = (method: string): boolean => offered?.includes(method) ?? true;
    if (this.#triesKey && key && takes('publickey')) {
      this.#triesKey = false;
      this.#hasTried = true;
      return { type: 'publickey', username, key };
    }
    return this.#withPassword(takes);
  }

  /** In words: what went wrong, judged by what the host offered at last. */
  refusal(offered: readonly string[] | null): string {
    const { key, password } = this.credentials;
    if (!key && !password) return 'there is neither a password nor a private key for it';
    if (this.#hasTried) return 'it refuses the credentials';
    const methods = (offered ?? []).filter((name) => /^[a-z-]{1,30}$/.test(name)).slice(0, 5);
    return `it takes none of the stored credentials (${methods.join(', ') || 'no method'})`;
  }

  #withPassword(takes: (method: string) => boolean): AnyAuthMethod | undefined {
    const { username, password } = this.credentials;
    if (!this.#triesPassword || !password) return undefined;
    const isPlain = takes('password');
    if (!isPlain && !takes('keyboard-interactive')) return undefined;
    this.#triesPassword = false;
    this.#hasTried = true;
    if (isPlain) return { type: 'password', username, password: password.reveal() };
    return {
      type: 'keyboard-interactive',
      username,
      prompt: (...[, , , prompts, finish]) => {
        finish(this.#answers(prompts, password));
      },
    };
  }

  /** The password answers one hidden question; everything else is answered with nothing. */
  #answers(prompts: readonly Prompt[], password: Secret): string[] {
    this.#rounds += 1;
    if (prompts.length === 0 || this.#rounds > QUESTION_ROUNDS_MAX) return [];
    const isPassword = prompts.length === 1 && prompts[0]?.echo !== true && !this.#hasAnswered;
    if (isPassword) this.#hasAnswered = true;
    return prompts.map(() => (isPassword ? password.reveal() : ''));
  }
}
