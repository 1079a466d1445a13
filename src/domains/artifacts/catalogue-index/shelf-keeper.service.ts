import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { invariant } from '../../../kernel/invariant.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { releaseKey } from '../catalogue/release.js';
import { type ShelfCandidate, type ShelfInterval, shelfIntervals } from '../catalogue/shelf.js';
import {
  CatalogueIndexRepository,
  type ShelfChange,
  type ShelfEntry,
} from './catalogue-index.repository.js';
import { CatalogueRepositoriesRepository } from './catalogue-repositories.repository.js';
import { type CatalogueState } from './catalogue-repository.schema.js';

const NAMES_AT_ONCE = 500;
const CHANGES_AT_ONCE = 1000;
/** How often every name is gone through, in case a node died or dawdled between two writes. */
const CHECK_MS = 10 * 60_000;

/**
 * Keeps for each entry the releases for which it is shown, in its own configuration and merged over
 * all enabled ones. The caller holds the lock of the shelves.
 */
@Injectable()
export class ShelfKeeperService {
  private readonly running: number;

  constructor(
    private readonly index: CatalogueIndexRepository,
    private readonly repositories: CatalogueRepositoriesRepository,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const key = releaseKey(this.config.catalogue.release);
    invariant(key !== null, 'the running release was checked at start');
    this.running = key;
  }

  /** Lets the shelves follow what changed, or everything where another basis asks for that. */
  async follow(enabled: readonly string[], signal: AbortSignal): Promise<void> {
    const configs = [...enabled].sort();
    const last = await this.repositories.findShelves();
    const isCurrent = this.isCurrent(last, configs);
    if (isCurrent && !(await this.index.hasChanges())) return;
    await this.repositories.turnShelves(true);
    if (isCurrent) await this.followChanges(configs, signal);
    else await this.followAll(configs, signal);
    await this.repositories.turnShelves(false);
  }

  private isCurrent(last: CatalogueState | null, configs: readonly string[]): boolean {
    if (last?.release !== this.config.catalogue.release || last.isChanging) return false;
    const age = this.clock.now().getTime() - last.checked.getTime();
    return last.configs.join('\n') === configs.join('\n') && age >= 0 && age < CHECK_MS;
  }

  private async followChanges(enabled: readonly string[], signal: AbortSignal): Promise<void> {
    let names = await this.index.changedNames(NAMES_AT_ONCE);
    while (names.length > 0) {
      signal.throwIfAborted();
      const entries = await this.index.ofNames(names);
      await this.index.place(
        groupByName(entries).flatMap((group) => this.changesOf(group, enabled)),
      );
      names = await this.index.changedNames(NAMES_AT_ONCE);
    }
  }

  private async followAll(enabled: readonly string[], signal: AbortSignal): Promise<void> {
    const checked = this.clock.now();
    let changes: ShelfChange[] = [];
    for await (const group of groupsByName(this.index.all())) {
      signal.throwIfAborted();
      changes.push(...this.changesOf(group, enabled));
      if (changes.length < CHANGES_AT_ONCE) continue;
      await this.index.place(changes);
      changes = [];
    }
    await this.index.place(changes);
    const { release } = this.config.catalogue;
    await this.repositories.putShelves({ configs: enabled, release, checked });
  }

  /** What has to be written about the entries of one name; nothing about those that stay. */
  private changesOf(group: readonly ShelfEntry[], enabled: readonly string[]): ShelfChange[] {
    const there = group.filter((entry) => !entry.removed);
    // Tags are asked for by their version alone.
    const present = there
      .filter(({ line }) => line.kind !== 'tag')
      .map((entry) => this.toCandidate(entry));
    const configs = new Set(present.map(({ config }) => config));
    const own = new Map<string, ShelfInterval>();
    for (const config of configs) {
      const ofConfig = present.filter((candidate) => candidate.config === config);
      shelfIntervals(ofConfig).forEach((interval, id) => own.set(id, interval));
    }
    const merged = shelfIntervals(present.filter(({ config }) => enabled.includes(config)));
    return group.flatMap((entry): ShelfChange[] => {
      if (entry.removed) return [{ kind: 'remove', entry }];
      const { _id } = entry;
      const [shelf, mergedShelf] = [own.get(_id), merged.get(_id)];
      const twins = there.filter((other) => this.isTwin(entry, other));
      const alsoIn = mergedShelf && othersAmong(twins, enabled);
      const change = { entry, releaseKey: this.keyOf(entry), shelf, mergedShelf, alsoIn };
      return isSame(change) ? [] : [{ kind: 'place', ...change }];
    });
  }

  /** The same version for the same release in another configuration. */
  private isTwin(entry: ShelfEntry, other: ShelfEntry): boolean {
    const isSameVersion = entry.version === other.version && entry.config !== other.config;
    return isSameVersion && this.keyOf(entry) === this.keyOf(other);
  }

  private toCandidate(entry: ShelfEntry): ShelfCandidate {
    const { _id, version, config, ref, line } = entry;
    const isDefaultBranch = line.kind === 'default-branch';
    return { id: _id, release: this.keyOf(entry), version, config, ref, isDefaultBranch };
  }

  /** A package that names no release counts as made for the running one, whichever that is today. */
  private keyOf({ release }: ShelfEntry): number {
    return (release === null ? null : releaseKey(release)) ?? this.running;
  }
}

/** The enabled configurations of these entries, in their order; undefined without any. */
function othersAmong(
  twins: readonly ShelfEntry[],
  enabled: readonly string[],
): readonly string[] | undefined {
  const configs = new Set(twins.map((twin) => twin.config));
  const others = enabled.filter((name) => configs.has(name));
  return others.length === 0 ? undefined : others;
}

/** True when an entry stands as it should. */
function isSame(change: Omit<Extract<ShelfChange, { kind: 'place' }>, 'kind'>): boolean {
  const { entry } = change;
  return (
    entry.stamp === undefined &&
    entry.releaseKey === change.releaseKey &&
    isSameInterval(entry.shelf, change.shelf) &&
    isSameInterval(entry.mergedShelf, change.mergedShelf) &&
    isDeepStrictEqual(entry.alsoIn, change.alsoIn)
  );
}

function isSameInterval(a: ShelfInterval | undefined, b: ShelfInterval | undefined): boolean {
  return a?.from === b?.from && a?.until === b?.until;
}

function groupByName(entries: readonly ShelfEntry[]): readonly (readonly ShelfEntry[])[] {
  const groups = new Map<string, ShelfEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.nameFolded);
    if (group) group.push(entry);
    else groups.set(entry.nameFolded, [entry]);
  }
  return [...groups.values()];
}

/** Groups of entries that come ordered by name. */
async function* groupsByName(
  entries: AsyncIterable<ShelfEntry>,
): AsyncIterable<readonly ShelfEntry[]> {
  let group: ShelfEntry[] = [];
  for await (const entry of entries) {
    if (group.length > 0 && group[0]?.nameFolded !== entry.nameFolded) {
      yield group;
      group = [];
    }
    group.push(entry);
  }
  if (group.length > 0) yield group;
}
