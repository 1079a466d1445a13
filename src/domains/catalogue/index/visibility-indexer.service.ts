import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { invariant } from '../../../kernel/invariant.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { releaseKey } from '../../../cores/versions/release.js';
import {
  CatalogueIndexRepository,
  type VisibilityChange,
  type VisibilityEntry,
} from './catalogue-index.repository.js';
import { CatalogueRepositoriesRepository } from './catalogue-repositories.repository.js';
import { type CatalogueState } from './catalogue-repository.schema.js';
import { visibilityChanges } from './visibility-changes.js';

const NAMES_AT_ONCE = 500;
const CHANGES_AT_ONCE = 1000;
/** How often every name is gone through, in case a node died or dawdled between two writes. */
const CHECK_MS = 10 * 60_000;

/**
 * Keeps for each entry the releases for which it is shown, in its own configuration and merged over
 * all enabled ones. The caller holds the lock of the visible versions.
 */
@Injectable()
export class VisibilityIndexerService {
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

  /** Recomputes what is visible of what changed, or of everything where the basis has changed. */
  async follow(enabled: readonly string[], signal: AbortSignal): Promise<void> {
    const configs = [...enabled].sort();
    const last = await this.repositories.findState();
    const isCurrent = this.isCurrent(last, configs);
    if (isCurrent && !(await this.index.hasChanges())) return;
    await this.repositories.markChanging(true);
    if (isCurrent) await this.followChanges(configs, signal);
    else await this.followAll(configs, signal);
    await this.repositories.markChanging(false);
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
    let changes: VisibilityChange[] = [];
    for await (const group of groupsByName(this.index.all())) {
      signal.throwIfAborted();
      changes.push(...this.changesOf(group, enabled));
      if (changes.length < CHANGES_AT_ONCE) continue;
      await this.index.place(changes);
      changes = [];
    }
    await this.index.place(changes);
    const { release } = this.config.catalogue;
    await this.repositories.putState({ configs: enabled, release, checked });
  }

  private changesOf(
    group: readonly VisibilityEntry[],
    enabled: readonly string[],
  ): VisibilityChange[] {
    return visibilityChanges(group, { enabled, running: this.running });
  }
}

function groupByName(entries: readonly VisibilityEntry[]): readonly (readonly VisibilityEntry[])[] {
  const groups = new Map<string, VisibilityEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.nameFolded);
    if (group) group.push(entry);
    else groups.set(entry.nameFolded, [entry]);
  }
  return [...groups.values()];
}

/** Groups of entries that come ordered by name. */
async function* groupsByName(
  entries: AsyncIterable<VisibilityEntry>,
): AsyncIterable<readonly VisibilityEntry[]> {
  let group: VisibilityEntry[] = [];
  for await (const entry of entries) {
    if (group.length > 0 && group[0]?.nameFolded !== entry.nameFolded) {
      yield group;
      group = [];
    }
    group.push(entry);
  }
  if (group.length > 0) yield group;
}
