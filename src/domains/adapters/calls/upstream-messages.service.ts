import { Injectable } from '@nestjs/common';
import { secretRemover } from '../../../platform/secrets/known-secrets.js';
import { maskedText } from '../../../platform/secrets/secret-texts.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type StoredAdapter } from '../records/adapter.js';

/** What systems behind adapters say of a failure, fit to be shown. */
@Injectable()
export class UpstreamMessagesService {
  constructor(private readonly secrets: SecretBox) {}

  /**
   * The text without what the platform told the system to be let in: a server may repeat what it was
   * sent, in its errors more than anywhere else.
   */
  shown(adapter: StoredAdapter, text: string): string {
    return maskedText(secretRemover(this.told(adapter))(text));
  }

  private told({ auth }: StoredAdapter): readonly string[] {
    const secrets = [auth.password, auth.token].map((sealed) => this.opened(sealed));
    const pair = Buffer.from(`${auth.username}:${secrets[0] ?? ''}`).toString('base64');
    return [pair, ...secrets];
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
