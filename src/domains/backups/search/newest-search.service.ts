import { Injectable } from '@nestjs/common';
import { bytesOf } from '../store/chains.repository.js';
import { unpack } from '../versions/frames.js';
import { type BackupMatch, type SearchStep, toMatch } from './backup-match.js';
import { type ChainKey, type SearchPosition } from './search-position.js';
import { type BackupSearch } from './search-request.js';
import { type SearchedChain, SearchedChainsRepository } from './searched-chains.repository.js';
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.js';

/** Devices looked at at once: few at first, because most searches end soon; then more. */
const WINDOW_MIN = 100;
const WINDOW_MAX = 2000;
/** Texts read at once. */
const BATCH = 64;
/** Packed texts beyond this are unpacked one by one. */
const SMALL_BYTES = 64 * 1024;

/** The newest version of a chain and its text. */
interface NewestText extends Omit<BackupMatch, 'count' | 'lines'> {
  readonly chain: string;
  readonly text: () => Promise<string>;
}

/** Some devices of a search and their texts. */
interface Batch {
  readonly batch: readonly SearchPosition[];
  readonly read: ReadonlyMap<string, NewestText>;
}

/** Looks through the newest version of each device, in the order of names. */
@Injectable()
export class NewestSearchService {
  constructor(private readonly chains: SearchedChainsRepository) {}

  /** Steps of a search: one for each text that was looked at, and one where many devices are done. */
  async *steps(search: BackupSearch): AsyncGenerator<SearchStep> {
    let { after } = search;
    for (let size = WINDOW_MIN; ; size = Math.min(size * 4, WINDOW_MAX)) {
      const keys = await this.chains.keysAfter(search, after, size);
      const searched = after?.searched ?? 0;
      const last = keys.at(-1);
      if (!last) return;
      const { nameFolded, chain } = last;
      yield* this.window(search, { keys, searched });
      after = { nameFolded, chain, place: null, searched: searched + keys.length };
      yield { position: after, match: null, skipped: 0 };
      if (keys.length < size) return;
    }
  }

  private async *window(
    search: BackupSearch,
    { keys, searched }: { readonly keys: readonly ChainKey[]; readonly searched: number },
  ): AsyncGenerator<SearchStep> {
    const turns = new TimeSlicer();
    const ids = keys.map(({ chain }) => chain);
    const admitted = await this.chains.admittedChains(ids, search.lines.need);
    const places = keys.flatMap(({ nameFolded, chain }, at): SearchPosition[] =>
      admitted.has(chain) ? [{ nameFolded, chain, place: null, searched: searched + at + 1 }] : [],
    );
    let next = this.batch(places, 0, search);
    for (let from = 0; from < places.length; from += BATCH) {
      const { batch, read } = await next;
      // The database and other threads are at the next ones while lines are looked at here.
      next = this.batch(places, from + BATCH, search);
      // The search may end before it is waited for.
      next.catch(() => undefined);
      for (const position of batch) {
        const chain = read.get(position.chain);
        if (!chain) continue;
        const found = await turns.finish(search.lines.in(await chain.text()));
        yield { position, match: toMatch(chain, found, search.context), skipped: found.skipped };
      }
    }
  }

  private async batch(
    places: readonly SearchPosition[],
    from: number,
    search: BackupSearch,
  ): Promise<Batch> {
    const batch = places.slice(from, from + BATCH);
    const read = batch.length > 0 ? await this.texts(batch, search) : new Map<string, NewestText>();
    return { batch, read };
  }

  /** The newest versions of chains, and their texts: small ones are unpacked side by side. */
  private async texts(
    batch: readonly ChainKey[],
    { principal }: BackupSearch,
  ): Promise<ReadonlyMap<string, NewestText>> {
    const chains = await this.chains.newest(
      batch.map(({ chain }) => chain),
      principal,
    );
    const texts = await Promise.all([...chains.values()].map(textOf));
    return new Map(texts.flatMap((text) => (text ? [[text.chain, text]] : [])));
  }
}

async function textOf(chain: SearchedChain): Promise<NewestText | null> {
  const { _id, deviceId, name, type, newest } = chain;
  if (!newest) return null;
  const { backupId, date } = newest;
  const packed = bytesOf(newest.text);
  const small = packed.length <= SMALL_BYTES ? await unpack(packed) : null;
  const text = (): Promise<string> => (small === null ? unpack(packed) : Promise.resolve(small));
  return { chain: _id, backupId, deviceId, name, type, date, text };
}
