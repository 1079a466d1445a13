import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type Principal } from '../../../kernel/principal.js';
import { type ResourceCredentialClaim } from '../../../platform/auth/resource-credentials.js';
import { newToken, tokenKey } from '../../../platform/auth/token.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type StoredTriggerSecret } from '../stored/stored-trigger.js';
import { isGoodSignature, readSignature } from './signature.js';

/** Those who search for leaked secrets know them by it. */
const PREFIX = 'ntr_';
/** Compared where there is nothing to compare with: that takes as long. */
export const NOBODYS: StoredTriggerSecret = {
  kind: 'token',
  hash: tokenKey(newToken()),
  created: new Date(0),
  createdBy: '',
};

/** What is stored of credentials: a hash of what need only be recognized, sealed what signs. */
@Injectable()
export class CredentialSealingService {
  constructor(
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  make(
    kind: StoredTriggerSecret['kind'],
    { id }: Principal,
  ): { readonly secret: string; readonly stored: StoredTriggerSecret } {
    const secret = PREFIX + newToken();
    const kept = kind === 'token' ? { hash: tokenKey(secret) } : { sealed: this.box.seal(secret) };
    return { secret, stored: { kind, ...kept, created: this.clock.now(), createdBy: id } };
  }

  isGood(claim: ResourceCredentialClaim, stored: StoredTriggerSecret): boolean {
    if (claim.form === 'token') return isSame(tokenKey(claim.token), stored.hash);
    const signature = readSignature(claim.signature);
    if (!signature) return false;
    const opened = stored.sealed === undefined ? null : this.box.tryUnseal(stored.sealed);
    const key = opened?.kind === 'unsealed' ? opened.text : newToken();
    return isGoodSignature(signature, { key, body: claim.body, now: this.clock.now() });
  }
}

/** Hashes have one length. */
function isSame(presented: string, hash = tokenKey(newToken())): boolean {
  return timingSafeEqual(Buffer.from(presented), Buffer.from(hash));
}
