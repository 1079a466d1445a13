import { PasswordHasher } from '../../src/platform/auth/password-hasher.js';

/** Hashes with the least that argon2id takes: every start makes the first password, and few tests are about it. */
export class QuickPasswordHasher extends PasswordHasher {
  protected override readonly parameters = { memoryCost: 8, timeCost: 1, parallelism: 1 };
}
