import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { ChainsRepository } from './chains.repository.js';
import { lastVersionOf, type TextVersion, versionsOf } from './segment-building.js';
import { type BackupPlace } from './stored-backup.js';
import { type StoredSegment } from './stored-chain.js';

/** While somebody else rewrites a segment its document goes: the head then names another one. */
const TRIES_MAX = 10;

/** Reads versions out of the segments of their chains. */
@Injectable()
export class ChainReaderService {
  constructor(private readonly chains: ChainsRepository) {}

  /**
   * The text of a version as it is stored: masked, with the spellings of its secrets.
   * @throws AppError `not-found` for one that is gone.
   */
  async version({ _id, chain, place }: BackupPlace): Promise<TextVersion> {
    const segment = await this.segmentAt(chain, place);
    const frames = segment?.frames ?? [];
    const upTo = frames.findIndex((frame) => frame.place === place && frame.backupId === _id);
    const version = await lastVersionOf(frames.slice(0, upTo + 1));
    if (!version) throw notFound('Backup', _id);
    return version;
  }

  /** Whether this very version is in its chain: an intention that came to nothing is not. */
  async holds({ _id, chain, place }: BackupPlace): Promise<boolean> {
    const segment = await this.segmentAt(chain, place);
    return segment?.frames.some((one) => one.place === place && one.backupId === _id) === true;
  }

  /** All versions of a chain in the order in which they were stored; each segment is read once. */
  async *all(chain: string): AsyncGenerator<TextVersion> {
    let after = 0;
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const segment = await this.firstAfter(chain, after);
      if (segment === 'none') return;
      if (segment === 'replaced') continue;
      for await (const version of versionsOf(segment.frames)) {
        if (version.place > after) yield version;
      }
      after = segment.frames.at(-1)?.place ?? after;
      tries = -1;
    }
  }

  private async firstAfter(
    chain: string,
    after: number,
  ): Promise<StoredSegment | 'none' | 'replaced'> {
    const head = await this.chains.findPlaces(chain);
    const named = head?.segments.find(({ last }) => last > after);
    if (!named) return 'none';
    return (await this.chains.findSegment(named.id)) ?? 'replaced';
  }

  private async segmentAt(chain: string, place: number): Promise<StoredSegment | null> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const head = await this.chains.findPlaces(chain);
      const named = head?.segments.find(({ first, last }) => first <= place && place <= last);
      if (!named) return null;
      const segment = await this.chains.findSegment(named.id);
      if (segment) return segment;
    }
    return null;
  }
}
