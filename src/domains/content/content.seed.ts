import { Injectable } from '@nestjs/common';
import { type Seed } from '../../platform/database/seed.js';
import { FACTS_VERSION } from './records/content-facts.js';
import { documentOf, factsInTurns } from './records/to-record.js';
import { CONTENT_KIND_NAMES } from './kinds/content-kinds.js';
import { ContentRepositories } from './records/content-repositories.repository.js';

const AT_A_TIME = 50;

/**
 * Derives anew what lists look for in documents, where an earlier release derived it in another way or
 * not at all.
 */
@Injectable()
export class ContentSeed implements Seed {
  readonly name = 'what documents are found by';

  constructor(private readonly repositories: ContentRepositories) {}

  async run(): Promise<void> {
    for (const kind of CONTENT_KIND_NAMES) {
      const repository = this.repositories.of(kind);
      for (;;) {
        const outdated = await repository.findOutdated(FACTS_VERSION, AT_A_TIME);
        for (const stored of outdated) {
          await repository.writeFacts(stored, await factsInTurns(kind, documentOf(stored)));
        }
        if (outdated.length < AT_A_TIME) break;
      }
    }
  }
}
