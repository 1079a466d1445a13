import { foldText } from '../../../kernel/folded-text.js';

/** Longer than any passphrase; bounds what anybody can make the server hash. */
export const PASSWORD_LENGTH_MAX = 1024;
/** What a set password is shown as, here and in the interface; never a password itself. */
export const PASSWORD_PLACEHOLDER = '<PASSWORD>';

const LONE_SURROGATE = /\p{Surrogate}/u;

/** What a new password is judged by. */
export interface PasswordCheck {
  readonly password: string;
  readonly username: string;
  /** In Unicode characters. */
  readonly lengthMin: number;
}

/**
 * Why the password is refused, in words for its owner; null when it is accepted. Length and not
 * composition, as NIST SP 800-63B asks; and nothing that everybody can guess who knows the name.
 */
export function passwordFault({ password, username, lengthMin }: PasswordCheck): string | null {
  // Without a UTF-8 form it would be hashed as another text, and so would every other such text.
  if (LONE_SURROGATE.test(password)) return 'holds a lone surrogate';
  const { length } = Array.from(password);
  if (length < lengthMin) return `must have at least ${lengthMin} characters`;
  if (length > PASSWORD_LENGTH_MAX) return `must have at most ${PASSWORD_LENGTH_MAX} characters`;
  if (password === PASSWORD_PLACEHOLDER) return 'is the placeholder, not a password';
  const folded = foldText(password).trim();
  const name = foldText(username).trim();
  if (folded === name || folded === reversed(name)) return 'must not be the user name';
  return null;
}

function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}
