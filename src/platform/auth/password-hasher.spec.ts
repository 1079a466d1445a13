import { describe, expect, it } from 'vitest';
import { parseOptions } from '@node-rs/argon2';
import { ARGON2_PARAMETERS, DECOY_HASH, PasswordHasher } from './password-hasher.js';

describe('PasswordHasher', () => {
  const hasher = new PasswordHasher();

  it('knows the password again and no other', async () => {
    const stored = await hasher.hash('correct horse');
    expect(await hasher.verify(stored, 'correct horse')).toBe(true);
    expect(await hasher.verify(stored, 'correct horsf')).toBe(false);
    expect(await hasher.verify(stored, '')).toBe(false);
  });

  it('hashes with argon2id, salted, so equal passwords do not look equal', async () => {
    const [first, second] = await Promise.all([hasher.hash('same'), hasher.hash('same')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
  });

  it('takes one password for the same, however the keyboard composed its letters', async () => {
    const stored = await hasher.hash('caf\u00e9');
    expect(await hasher.verify(stored, 'cafe\u0301')).toBe(true);
  });

  it('has a decoy that costs as much as a real hash and that nothing opens', async () => {
    expect(parseOptions(DECOY_HASH)).toMatchObject(ARGON2_PARAMETERS);
    expect(await hasher.verify(DECOY_HASH, '')).toBe(false);
  });
});
