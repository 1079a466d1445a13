import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { CatalogueContentsRepository } from './catalogue-contents.repository.js';
import { CatalogueIndexRepository } from './catalogue-index.repository.js';

/** Whoever has just stored a document gets so long to refer to it, and a reader to come for it. */
const SPARED_MS = 60 * 60_000;

/** Removes package documents that no entry refers to any more. */
@Injectable()
export class ContentSweeperService {
  constructor(
    private readonly index: CatalogueIndexRepository,
    private readonly contents: CatalogueContentsRepository,
    private readonly clock: Clock,
  ) {}

  /** Any number of nodes may sweep at the same time: what was stored again meanwhile stays. */
  async sweep(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - SPARED_MS);
    for await (const ids of this.contents.untouched(before)) {
      const used = await this.index.usedContents(ids);
      await this.contents.removeUntouched(
        ids.filter((id) => !used.has(id)),
        before,
      );
    }
    await this.contents.removeLooseBundles(before);
  }
}
