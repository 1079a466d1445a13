import { Injectable } from '@nestjs/common';
import { IdSource } from '../../../kernel/ids.js';
import { type GuardedRecord } from '../../../kernel/gbac.js';
import { searchSignature } from '../../../cores/differences/search-signature.js';
import { BackupsRepository } from './backups.repository.js';
import { ChainReaderService } from './chain-reader.service.js';
import { type ChainState, ChainsRepository } from './chains.repository.js';
import { extended, isFull, linesIn, type TextVersion } from './segment-building.js';
import { type StoredBackup } from './stored-backup.js';
import {
  type NewestVersion,
  type SegmentPlace,
  type StoredChain,
  type StoredFrame,
  type StoredSegment,
} from './stored-chain.js';
import { pack } from '../versions/frames.js';
import { visibleText } from '../secrets/secret-marker.js';

/** A version on its way into its chain. */
export interface Arrival {
  readonly backup: StoredBackup;
  readonly version: TextVersion;
  /** What a search sees of it. */
  readonly searched: string;
  readonly lastSecret: number;
  /** No version of the chain is of a later time. */
  readonly isNewest: boolean;
}

/** The newest version by date, and who may see it. */
export interface Newest {
  readonly version: NewestVersion;
  readonly guard: GuardedRecord;
}

/**
 * Writes chains. Segments are never changed: a new one is stored beside the old one, and one conditional
 * write of the head puts it in its place. Whoever dies before that has changed nothing, whoever dies
 * after it has changed everything, and what is left over belongs to nothing and is swept (ADR 0145).
 */
@Injectable()
export class ChainStoreService {
  constructor(
    private readonly chains: ChainsRepository,
    private readonly backups: BackupsRepository,
    private readonly reader: ChainReaderService,
    private readonly ids: IdSource,
  ) {}

  /**
   * The head of a chain. The versions that it knows are shown, also where whoever stored them has not said so yet: a
   * new one is compared with them.
   */
  async headOf(chain: string): Promise<StoredChain | null> {
    const head = await this.chains.find(chain);
    if (!head) return null;
    for (const one of await this.backups.incompleteOf(chain)) {
      const isStoring = one.incomplete?.doing === 'storing' && one.place < head.nextPlace;
      if (isStoring && (await this.reader.holds(one))) await this.backups.reveal(one._id);
    }
    return head;
  }

  /** @returns false when the chain was changed meanwhile: nothing was stored. */
  async append(head: StoredChain | null, arrival: Arrival): Promise<boolean> {
    const { backup, version } = arrival;
    const before = head?.segments ?? [];
    const open = await this.openSegment(before);
    if (open === 'replaced') return false;
    const segment = await this.store(backup.chain, await extended(framesOf(open), version));
    const segments = [...(open ? before.slice(0, -1) : before), segment];
    const state = await this.stateWith(head, arrival, segments);
    if (await this.chains.put(backup.chain, head?.revision ?? null, state)) {
      await this.chains.removeSegments(idsOf(open));
      return true;
    }
    await this.chains.removeSegments([segment.id]);
    return false;
  }

  /** The segment that takes another version; null where a new one begins. */
  private async openSegment(
    segments: readonly SegmentPlace[],
  ): Promise<StoredSegment | null | 'replaced'> {
    const last = segments.at(-1);
    if (!last) return null;
    const stored = await this.chains.findSegment(last.id);
    if (!stored) return 'replaced';
    return isFull(stored.frames) ? null : stored;
  }

  /** Stores a segment that belongs to nothing until a head names it. */
  async store(chain: string, frames: readonly StoredFrame[]): Promise<SegmentPlace> {
    const id = this.ids.next();
    const signature = searchSignature(visibleText(await linesIn(frames)));
    await this.chains.insertSegment({ _id: id, chain, frames, signature });
    const [first, last] = [frames[0]?.place ?? 0, frames.at(-1)?.place ?? 0];
    return { id, first, last, count: frames.length };
  }

  /** What a head says of its newest version. */
  async newest(
    { _id, place, date, gbac, readers }: StoredBackup,
    searched: string,
  ): Promise<Newest> {
    const text = await pack(searched);
    const version = { backupId: _id, place, date, text, signature: searchSignature(searched) };
    return { version, guard: { gbac, readers } };
  }

  private async stateWith(
    head: StoredChain | null,
    { backup, searched, lastSecret, isNewest }: Arrival,
    segments: readonly SegmentPlace[],
  ): Promise<ChainState> {
    const newest = isNewest ? await this.newest(backup, searched) : null;
    const kept = head ?? { ...identityOf(backup), newest: null, retiring: [] };
    return {
      ...identityOf(newest ? backup : kept),
      newest: newest?.version ?? kept.newest,
      nextPlace: backup.place + 1,
      lastSecret,
      segments,
      retiring: kept.retiring,
    };
  }
}

type Identity = Pick<StoredChain, 'gbac' | 'readers' | 'deviceId' | 'name' | 'nameFolded' | 'type'>;

/** What a chain is called, and who sees it: as its newest version says. */
function identityOf({ gbac, readers, deviceId, name, nameFolded, type }: Identity): Identity {
  return { gbac, readers, deviceId, name, nameFolded, type };
}

function framesOf(segment: StoredSegment | null): readonly StoredFrame[] {
  return segment?.frames ?? [];
}

function idsOf(segment: StoredSegment | null): readonly string[] {
  return segment ? [segment._id] : [];
}
