import { Injectable } from '@nestjs/common';
import { conflict } from '../../../kernel/app-error.js';
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.js';
import { deviceText } from '../../../connectors/devices/types/device-types.js';
import { ChainReaderService } from './chain-reader.service.js';
import { ChainSecretsService } from './chain-secrets.service.js';
import { ChainsRepository } from './chains.repository.js';
import { type TextVersion } from './segment-building.js';
import { type BackupPlace, type BackupText } from './stored-backup.js';
import { maskedText } from '../secrets/masked-text.js';
import { restoredText, visibleText } from '../secrets/secret-marker.js';

/** Reads the texts of kept configurations. */
@Injectable()
export class BackupTextsService {
  constructor(
    private readonly reader: ChainReaderService,
    private readonly secrets: ChainSecretsService,
    private readonly chains: ChainsRepository,
  ) {}

  /**
   * The texts with a marker in the place of each secret: what everybody reads.
   * @throws AppError `not-found` for a version that is gone.
   */
  async masked(backup: BackupPlace): Promise<BackupText> {
    return visibleTexts(await this.reader.version(backup));
  }

  /**
   * The texts byte for byte as they were taken, with their secrets.
   * @throws AppError `not-found`; `conflict` (code `secret-unreadable`).
   */
  async revealed(backup: BackupPlace): Promise<BackupText> {
    const { text, rawLength } = await this.reader.version(backup);
    const values = await this.secrets.values(backup.chain);
    const valueOf = (key: string): string => {
      const value = values.get(key);
      if (value) return value();
      throw conflict('A stored secret is missing', 'secret-unreadable');
    };
    const turns = new TimeSlicer();
    return {
      rawConfig: await turns.finish(restoredText(text.slice(0, rawLength), valueOf)),
      xmlConfig: await turns.finish(restoredText(text.slice(rawLength), valueOf)),
    };
  }

  /**
   * Walks the masked texts of all versions of a chain in the order in which they were stored, each
   * segment read once. Ends early where `each` answers false.
   */
  async all(
    chain: string,
    each: (place: number, text: BackupText) => boolean | Promise<boolean>,
  ): Promise<void> {
    for await (const version of this.reader.all(chain))
      if (!(await each(version.place, visibleTexts(version)))) return;
  }

  /**
   * A text that is not kept, with the markers that the secrets have in the chain: what is compared with
   * kept versions. Secrets that the chain does not have become `<SECRET>`.
   */
  async maskLike(chain: string, type: string, text: string): Promise<string> {
    const table = await this.secrets.table(chain, await this.chains.find(chain));
    return maskedText(text, deviceText(type).secrets, (found) => {
      const number = table.numberOf(found);
      return number === undefined ? '<SECRET>' : `<SECRET:${String(number)}>`;
    });
  }
}

/** The texts of a version with a marker in the place of each secret. */
export function visibleTexts({ text, rawLength }: TextVersion): BackupText {
  return {
    rawConfig: visibleText(text.slice(0, rawLength)),
    xmlConfig: visibleText(text.slice(rawLength)),
  };
}
