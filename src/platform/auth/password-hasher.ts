import { Injectable } from '@nestjs/common';
import { hash, type Options, verify } from '@node-rs/argon2';

/** OWASP's parameters for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
export const ARGON2_PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * The hash of a password that nobody knows, made with the same parameters. Verifying against it
 * takes as long as verifying against a real one, so an unknown name is not answered sooner.
 */
export const DECOY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$dWpvQx1Wm4MspgUUIOTMeA$AwrU1KEO366J6H8zKhMNFqtvh0b0Ju6cNJwKGcl0MBU';

/** Hashes passwords with argon2id, the library's default variant. */
@Injectable()
export class PasswordHasher {
  protected readonly parameters: Options = ARGON2_PARAMETERS;

  hash(password: string): Promise<string> {
    return hash(normalized(password), this.parameters);
  }

  /** Whether the password is the one that the hash was made of. */
  verify(passwordHash: string, password: string): Promise<boolean> {
    return verify(passwordHash, normalized(password));
  }
}

/** Keyboards compose the same letter differently; NIST SP 800-63B asks for one form. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
