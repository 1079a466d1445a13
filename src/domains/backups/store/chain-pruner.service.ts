import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, conflict } from '../../../kernel/app-error.js';
import { invariant } from '../../../kernel/invariant.js';
import { BackupsRepository } from './backups.repository.js';
import { visibleTexts } from './backup-texts.service.js';
import { ChainReaderService } from './chain-reader.service.js';
import { ChainSecretsService } from './chain-secrets.service.js';
import { ChainStoreService } from './chain-store.service.js';
import { ChainsRepository, type ChainState } from './chains.repository.js';
import { reduced, reframed, SEGMENT_FRAMES_MAX } from './segment-building.js';
import { type StoredBackup } from './stored-backup.js';
import { type SegmentPlace, type StoredChain, type StoredFrame } from './stored-chain.js';
import { secretKeysOf } from '../secrets/secret-marker.js';

/** Others may store versions meanwhile. */
const TRIES_MAX = 200;
const PAUSE_MS_MAX = 40;

/** Segments of a chain as they shall be. */
interface Rewriting {
  readonly segments: SegmentPlace[];
  /** Documents that only the new state names, and only the old one. */
  readonly made: string[];
  readonly replaced: string[];
}

/** A segment as it is, or frames that remained of one. */
interface Part {
  readonly named: SegmentPlace;
  readonly isKept: boolean;
  readonly frames?: readonly StoredFrame[];
  readonly count: number;
}

const BUSY = 'backup-busy';

/** Takes versions out of chains; all others stay byte for byte, whatever they rested on. */
@Injectable()
export class ChainPrunerService {
  constructor(
    private readonly backups: BackupsRepository,
    private readonly chains: ChainsRepository,
    private readonly reader: ChainReaderService,
    private readonly secrets: ChainSecretsService,
    private readonly store: ChainStoreService,
  ) {}

  /**
   * Deletes versions of one chain, with the secrets that they alone have.
   * @returns how many there were.
   */
  async remove(chain: string, backups: readonly StoredBackup[]): Promise<number> {
    const ids = backups.map(({ _id }) => _id);
    const concealed = await this.backups.conceal(ids);
    try {
      await this.finish(chain, backups);
    } catch (error) {
      // Nobody sees them any more: the sweep ends what others are in the way of.
      if (!(error instanceof AppError && error.code === BUSY)) throw error;
    }
    return concealed;
  }

  /** Ends the deletion of versions that nobody sees any more. */
  async finish(chain: string, backups: readonly StoredBackup[]): Promise<void> {
    await this.withHead(chain, (head) => this.takeOut(head, backups));
    await this.retireSecrets(chain);
    for (const { _id } of backups) await this.backups.discard(_id);
  }

  /** Removes secrets that no version has any more: first no new one may use them, then they go. */
  async retireSecrets(chain: string): Promise<void> {
    await this.withHead(chain, async (head) => {
      const used = await this.usedKeys(chain);
      const unused = await this.secrets.keysBeyond(chain, used);
      const retiring = [...new Set([...head.retiring.filter((key) => !used.has(key)), ...unused])];
      if (retiring.length === 0) return true;
      const { _id, revision, ...state } = head;
      const isMarked = await this.chains.put(_id, revision, { ...state, retiring });
      if (!isMarked) return false;
      await this.secrets.remove(chain, retiring);
      await this.chains.clearRetired(chain, retiring);
      return true;
    });
  }

  private async usedKeys(chain: string): Promise<ReadonlySet<string>> {
    const used = new Set<string>();
    for await (const { text } of this.reader.all(chain))
      for (const key of secretKeysOf(text)) used.add(key);
    return used;
  }

  /** @returns whether the chain is without them now. */
  private async takeOut(head: StoredChain, backups: readonly StoredBackup[]): Promise<boolean> {
    const places = new Map(backups.map(({ place, _id }) => [place, _id]));
    const rewriting = await this.rewritten(head, places);
    if (!rewriting) return false;
    const { segments, made, replaced } = rewriting;
    if (replaced.length === 0) return true;
    const state = await this.stateWith(head, segments, [...places.keys()]);
    const isDone = await this.chains.put(head._id, head.revision, state);
    await this.chains.removeSegments(isDone ? replaced : made);
    return isDone;
  }

  /** Undefined where a segment was replaced meanwhile. Neighbours that have become small become one. */
  private async rewritten(
    head: StoredChain,
    places: ReadonlyMap<number, string>,
  ): Promise<Rewriting | undefined> {
    const parts: Part[] = [];
    for (const named of head.segments) {
      const part = await this.partOf(named, places);
      if (!part) return undefined;
      parts.push(part);
    }
    const all: Rewriting = { segments: [], made: [], replaced: [] };
    for (const group of grouped(parts))
      if (!(await this.write(head._id, group, all))) return undefined;
    return all;
  }

  private async partOf(
    named: SegmentPlace,
    places: ReadonlyMap<number, string>,
  ): Promise<Part | undefined> {
    const kept = { named, isKept: true, count: named.count };
    if (![...places.keys()].some((at) => named.first <= at && at <= named.last)) return kept;
    const frames = await this.framesWithout(named.id, places);
    if (!frames) return undefined;
    const count = frames.length;
    return count === named.count ? kept : { named, isKept: false, frames, count };
  }

  /** Stores what becomes of parts in a row. @returns false where one was replaced meanwhile. */
  private async write(
    chain: string,
    group: readonly Part[],
    { segments, made, replaced }: Rewriting,
  ): Promise<boolean> {
    const [first] = group;
    if (first?.isKept === true && group.length === 1) {
      segments.push(first.named);
      return true;
    }
    const frames = await this.joined(group);
    if (!frames) return false;
    replaced.push(...group.map(({ named }) => named.id));
    if (frames.length === 0) return true;
    const segment = await this.store.store(chain, frames);
    made.push(segment.id);
    segments.push(segment);
    return true;
  }

  /** The frames of several parts in a row; each begins with a whole version. */
  private async joined(group: readonly Part[]): Promise<readonly StoredFrame[] | undefined> {
    const all: StoredFrame[] = [];
    for (const { named, frames } of group) {
      const own = frames ?? (await this.chains.findSegment(named.id))?.frames;
      if (!own) return undefined;
      all.push(...own);
    }
    return group.length === 1 ? all : reframed(all);
  }

  private async framesWithout(
    id: string,
    places: ReadonlyMap<number, string>,
  ): Promise<readonly StoredFrame[] | undefined> {
    const segment = await this.chains.findSegment(id);
    if (!segment) return undefined;
    const removed = segment.frames.filter(({ place, backupId }) => places.get(place) === backupId);
    if (removed.length === 0) return segment.frames;
    return reduced(segment.frames, new Set(removed.map(({ place }) => place)));
  }

  private async stateWith(
    head: StoredChain,
    segments: readonly SegmentPlace[],
    places: readonly number[],
  ): Promise<ChainState> {
    const { _id, revision, ...state } = head;
    invariant(revision > 0, 'a stored chain has a revision');
    if (!head.newest || !places.includes(head.newest.place)) return { ...state, segments };
    const next = await this.backups.newestBeside(_id, places);
    if (!next) return { ...state, segments, newest: null };
    const { rawConfig, xmlConfig } = visibleTexts(await this.reader.version(next));
    const newest = await this.store.newest(next, rawConfig === '' ? xmlConfig : rawConfig);
    return { ...state, ...newest.guard, segments, newest: newest.version };
  }

  private async withHead(
    chain: string,
    change: (head: StoredChain) => Promise<boolean>,
  ): Promise<void> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const head = await this.chains.find(chain);
      if (!head || (await change(head))) return;
      await delay(Math.random() * PAUSE_MS_MAX);
    }
    throw conflict('The configurations of this device are being stored by others', BUSY);
  }
}

/** Parts in a row that fit one segment, of which one at least was changed. */
function grouped(parts: readonly Part[]): readonly (readonly Part[])[] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const group = groups.at(-1) ?? [];
    const count = group.reduce((sum, one) => sum + one.count, part.count);
    const isChanged = !part.isKept || group.some(({ isKept }) => !isKept);
    if (group.length > 0 && isChanged && count <= SEGMENT_FRAMES_MAX) group.push(part);
    else groups.push([part]);
  }
  return groups;
}
