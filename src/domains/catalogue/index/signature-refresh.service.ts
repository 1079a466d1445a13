import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { type SignatureTrust, verifySignature } from '../trust/package-trust.js';
import { CatalogueContentsRepository } from './catalogue-contents.repository.js';
import { CatalogueIndexRepository, type SignedEntry } from './catalogue-index.repository.js';

/** Documents that are judged at a time. */
const AT_ONCE = 20;

/** Judges the packages of a repository anew when its configuration names other keys. */
@Injectable()
export class SignatureRefreshService {
  constructor(
    private readonly index: CatalogueIndexRepository,
    private readonly contents: CatalogueContentsRepository,
  ) {}

  /**
   * Lets what is said of signatures follow the keys.
   * @param judgedBy what this answered last; empty when nothing was judged yet.
   * @returns what tells these keys from others.
   */
  async follow(
    config: string,
    trust: SignatureTrust,
    judgedBy: string,
    signal: AbortSignal,
  ): Promise<string> {
    const keys = createHash('sha256').update(JSON.stringify(trust.publicKeys)).digest('hex');
    if (keys === judgedBy) return keys;
    let portion: SignedEntry[] = [];
    for await (const entry of this.index.signed(config)) {
      signal.throwIfAborted();
      portion.push(entry);
      if (portion.length < AT_ONCE) continue;
      await this.verify(portion, trust);
      portion = [];
    }
    await this.verify(portion, trust);
    return keys;
  }

  private async verify(entries: readonly SignedEntry[], trust: SignatureTrust): Promise<void> {
    // What has no signature is judged without a look at it.
    const signed = entries.filter(({ signatureText }) => signatureText !== null);
    const documents = await this.contents.findAll(signed.map(({ contentId }) => contentId));
    for (const entry of entries) {
      const { contentId, signatureText, signature } = entry;
      const document = documents.get(contentId) ?? {};
      const verdict = verifySignature(document, signatureText ?? undefined, trust);
      if (!isDeepStrictEqual(verdict, signature)) await this.index.setSignature(entry, verdict);
    }
  }
}
