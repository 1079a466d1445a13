import { Injectable } from '@nestjs/common';
import { maskedText } from '../../../platform/audit/masking.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type StoredAdapter } from '../records/adapter.js';

/** Shorter secrets stand in ordinary words by chance. */
const SECRET_LENGTH_MIN = 4;
const SHOWN = '<SECRET>';

/** What systems behind adapters say of a failure, fit to be shown. */
@Injectable()
export class UpstreamWordsService {
  constructor(private readonly secrets: SecretBox) {}

  /**
   * The text without what the platform told the system to be let in: a server may repeat what it was
   * sent, in its errors more than anywhere else.
   */
  shown(adapter: StoredAdapter, text: string): string {
    const plain = this.told(adapter).reduce((rest, secret) => rest.replaceAll(secret, SHOWN), text);
    return maskedText(plain);
  }

  private told({ auth }: StoredAdapter): readonly string[] {
    const secrets = [auth.password, auth.token].map((sealed) => this.opened(sealed));
    const pair = Buffer.from(`${auth.username}:${secrets[0] ?? ''}`).toString('base64');
    return [pair, ...secrets].filter((secret) => secret.length >= SECRET_LENGTH_MIN);
  }

  /** One that cannot be read was not sent either. */
  private opened(sealed: string): string {
    try {
      return sealed === '' ? '' : this.secrets.unseal(sealed);
    } catch {
      return '';
    }
  }
}
