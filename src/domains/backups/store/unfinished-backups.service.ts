import { Injectable } from '@nestjs/common';
import { BackupsRepository } from './backups.repository.js';
import { ChainReaderService } from './chain-reader.service.js';
import { type StoredChain } from './stored-chain.js';

/** Shows versions that are in their chain although whoever stored them has not said so yet. */
@Injectable()
export class UnfinishedBackupsService {
  constructor(
    private readonly backups: BackupsRepository,
    private readonly reader: ChainReaderService,
  ) {}

  /** Those of a chain as far as this head knows it: a new version is compared with them. */
  async ofChain({ _id, nextPlace }: StoredChain): Promise<void> {
    for (const one of await this.backups.incompleteOf(_id)) {
      const isStoring = one.incomplete?.doing === 'storing' && one.place < nextPlace;
      if (isStoring && (await this.reader.holds(one))) await this.backups.reveal(one._id);
    }
  }
}
