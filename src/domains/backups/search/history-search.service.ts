import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { type RequiredLiterals } from '../../../cores/patterns/required-literals.js';
import { ChainsRepository } from '../store/chains.repository.js';
import { type TextVersion, versionsOf } from '../store/segment-building.js';
import { type SegmentPlace } from '../store/stored-chain.js';
import { visibleText } from '../secrets/secret-marker.js';
import { type SearchStep, toMatch } from './backup-match.js';
import { type SearchPosition } from './search-position.js';
import { type BackupSearch } from './search-request.js';
import {
  type SearchedKey,
  SearchedChainsRepository,
  type SearchedVersion,
} from './searched-chains.repository.js';
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.js';

/** Devices looked at at once: few at first, because most searches end soon; then more. */
const WINDOW_MIN = 10;
const WINDOW_MAX = 200;
/** While versions are stored or deleted, a segment may go before it was read: the chain names another. */
const TRIES_MAX = 10;

/** One chain of a search. */
interface Walk {
  readonly search: BackupSearch;
  readonly key: SearchedKey;
  /** Devices done before this one. */
  readonly searched: number;
  /** The last place that was looked at. */
  place: number;
}

/** Looks through all versions of all devices, by name and then in the order in which they were stored. */
@Injectable()
export class HistorySearchService {
  constructor(
    private readonly chains: SearchedChainsRepository,
    private readonly stored: ChainsRepository,
  ) {}

  /** Steps of a search: one for each version that was looked at, and one for each device that is done. */
  async *steps(search: BackupSearch): AsyncGenerator<SearchStep> {
    let { after } = search;
    for (let size = WINDOW_MIN; ; size = Math.min(size * 2, WINDOW_MAX)) {
      const keys = await this.chains.keysAfter(search, after, size);
      yield* this.window(search, keys, after);
      const last = keys.at(-1);
      if (!last || keys.length < size) return;
      const counted = keys.filter(({ counts }) => counts).length;
      after = positionAt(last, null, (after?.searched ?? 0) + counted);
    }
  }

  private async *window(
    search: BackupSearch,
    keys: readonly SearchedKey[],
    after: SearchPosition | null,
  ): AsyncGenerator<SearchStep> {
    const ids = keys.map(({ chain }) => chain);
    const admitted = await this.admitted(ids, search.lines.need);
    let searched = after?.searched ?? 0;
    for (const key of keys) {
      const place = placeIn(key, after);
      yield* this.chain({ search, key, searched, place }, admitted.get(key.chain) ?? []);
      if (key.counts) searched += 1;
      yield { position: positionAt(key, null, searched), match: null, skipped: 0 };
    }
  }

  /** Of each chain the segments that may hold a match. */
  private async admitted(
    chains: readonly string[],
    need: RequiredLiterals,
  ): Promise<ReadonlyMap<string, readonly SegmentPlace[]>> {
    const heads = await this.chains.segmented(chains);
    const ids = heads.flatMap(({ segments }) => segments.map(({ id }) => id));
    const admitted = await this.chains.admittedSegments(ids, need);
    return new Map(
      heads.map(({ _id, segments }) => [_id, segments.filter(({ id }) => admitted.has(id))]),
    );
  }

  private async *chain(walk: Walk, first: readonly SegmentPlace[]): AsyncGenerator<SearchStep> {
    const { chain } = walk.key;
    let segments = first;
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      if (segments.length === 0) return;
      if (yield* this.segments(walk, segments)) return;
      segments = (await this.admitted([chain], walk.search.lines.need)).get(chain) ?? [];
    }
    throw new AppError('unavailable', `The versions of ${walk.key.nameFolded} do not stand still`);
  }

  /** @returns false when a segment is gone. */
  private async *segments(
    walk: Walk,
    segments: readonly SegmentPlace[],
  ): AsyncGenerator<SearchStep, boolean> {
    const visible = await this.chains.versions(walk.key.chain, walk.search.principal);
    for (const { id, last } of segments) {
      if (last <= walk.place) continue;
      const segment = await this.stored.findSegment(id);
      if (!segment) return false;
      for await (const text of versionsOf(segment.frames)) {
        const version = visible.get(text.place);
        if (text.place <= walk.place || version?._id !== text.backupId) continue;
        walk.place = text.place;
        yield await this.version(walk, version, text);
      }
    }
    return true;
  }

  private async version(
    { search, key, searched, place }: Walk,
    { _id: backupId, deviceId, name, type, date }: SearchedVersion,
    text: TextVersion,
  ): Promise<SearchStep> {
    const turns = new TimeSlicer();
    const found = await turns.finish(search.lines.in(searchedText(text)));
    const match = toMatch({ backupId, deviceId, name, type, date }, found, search.context);
    return { position: positionAt(key, place, searched), match, skipped: found.skipped };
  }
}

/** Where a search goes on in a chain: at its beginning, but for the one in which it ended. */
function placeIn({ chain }: SearchedKey, after: SearchPosition | null): number {
  return after?.chain === chain ? (after.place ?? 0) : 0;
}

/** Masked; the raw configuration where there is one. */
function searchedText({ text, rawLength }: TextVersion): string {
  return visibleText(rawLength > 0 ? text.slice(0, rawLength) : text);
}

function positionAt(
  { nameFolded, chain }: SearchedKey,
  place: number | null,
  searched: number,
): SearchPosition {
  return { nameFolded, chain, place, searched };
}
