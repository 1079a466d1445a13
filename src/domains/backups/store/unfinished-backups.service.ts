import { Injectable } from '@nestjs/common';
import { BackupsRepository } from './backups.repository.js';
import { ChainReaderService } from './chain-reader.service.js';
import { ChainsRepository } from './chains.repository.js';
import { type StoredChain } from './stored-chain.js';

/** Shows versions that are in their chain although whoever stored them has not said so yet. */
@Injectable()
export class UnfinishedBackupsService {
  constructor(
    private readonly chains: ChainsRepository,
    private readonly backups: BackupsRepository,
    private readonly reader: ChainReaderService,
  ) {}

  /** The head of a chain; the versions that it knows are shown: a new one is compared with them. */
  async headOf(chain: string): Promise<StoredChain | null> {
    const head = await this.chains.find(chain);
    if (!head) return null;
    for (const one of await this.backups.incompleteOf(chain)) {
      const isStoring = one.incomplete?.doing === 'storing' && one.place < head.nextPlace;
      if (isStoring && (await this.reader.holds(one))) await this.backups.reveal(one._id);
    }
    return head;
  }
}
