import { Injectable } from '@nestjs/common';
import { AppError, conflict } from '../../kernel/app-error.js';
import { assertRevision } from '../../api/revision/stale-revision.js';
import { Clock } from '../../kernel/clock.js';
import { type JsonObject } from '../../kernel/json.js';
import { noteChange } from '../../platform/audit/request-notes.js';
import { type DueCondition } from '../../platform/work/due-condition.js';
import { type ActiveProfile, profileName } from './profile.js';
import { ProfileChecksService } from './profile-checks.service.js';
import { ProfilesRepository } from './profiles.repository.js';
import {
  readRepositoryConfigs,
  type RepositoryConfig,
  type RepositoryConfigDocuments,
  repositoryConfigDocuments,
  withRepositoryConfigs,
} from './repository-configs.js';

/** How old a profile may be that a request is judged by: a change counts everywhere within it. */
const FRESH_MS = 1000;
/** Writers of the active profile are few; one that loses this often is told so. */
const ATTEMPTS_MAX = 8;

interface Reading {
  readonly readAt: Date;
  readonly profile: Promise<ActiveProfile>;
}

/** The repository configurations together with the revision that a change must name. */
export interface RepositoryConfigs {
  readonly revision: number;
  readonly configs: readonly RepositoryConfig[];
}

/** How the repository configurations are read. */
export interface ConfigsOptions {
  /** As they are now, where one second old would do otherwise. */
  readonly anew?: boolean;
}

/** What the active profile says, and how it is changed without losing anybody's change. */
@Injectable()
export class ProfilesService {
  private latest: Reading | undefined;

  constructor(
    private readonly profiles: ProfilesRepository,
    private readonly checks: ProfileChecksService,
    private readonly clock: Clock,
  ) {}

  /** The active profile, at most one second old. */
  active(): Promise<ActiveProfile> {
    return this.activeSince(new Date(this.clock.now().getTime() - FRESH_MS));
  }

  /** The active profile as it was read at `earliest` or later; read now when need be. */
  activeSince(earliest: Date): Promise<ActiveProfile> {
    const now = this.clock.now();
    const { latest } = this;
    // A reading from the future is one from before the clock was set back: its age is unknown.
    if (latest && latest.readAt >= earliest && latest.readAt <= now) return latest.profile;
    const reading: Reading = { readAt: now, profile: this.read() };
    this.latest = reading;
    reading.profile.catch(() => {
      if (this.latest === reading) this.latest = undefined;
    });
    return reading.profile;
  }

  /** For a task that follows the active profile. @param known what the task knows of it. */
  dueCondition(known: () => ActiveProfile | undefined): DueCondition {
    return this.profiles.dueCondition(known);
  }

  /**
   * Changes the document of the active profile. `change` may run several times: it must be pure.
   * @param expectedRevision the revision of the caller's `If-Match`.
   * @throws AppError `precondition-failed` when that is no longer the revision, `conflict` when
   *   others kept being faster, and as `assertStorable` and the registered checks do.
   */
  async updateActive(
    change: (document: JsonObject) => JsonObject,
    expectedRevision?: number,
  ): Promise<ActiveProfile> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const current = await this.read();
      // First what the change itself refuses: what is not there is not found, in whatever revision.
      const document = change(current.document);
      assertRevision(current.revision, expectedRevision);
      if (await this.replace(current, document)) {
        return { ...current, document, revision: current.revision + 1 };
      }
    }
    throw conflict('Others keep changing the active profile; try again');
  }

  /** The repository configurations of the active profile, tokens sealed. */
  async repositoryConfigs({ anew = false }: ConfigsOptions = {}): Promise<RepositoryConfigs> {
    const { revision, document } = await (anew
      ? this.activeSince(this.clock.now())
      : this.active());
    return { revision, configs: readRepositoryConfigs(document) };
  }

  /** Changes the repository configurations; rules and errors of `updateActive`. */
  async changeRepositoryConfigs(
    change: (configs: RepositoryConfigDocuments) => RepositoryConfigDocuments,
    expectedRevision?: number,
  ): Promise<RepositoryConfigs> {
    const { revision, document } = await this.updateActive(
      (profile) => withRepositoryConfigs(profile, change(repositoryConfigDocuments(profile))),
      expectedRevision,
    );
    return { revision, configs: readRepositoryConfigs(document) };
  }

  /** Forgets what was read: another profile is active, or it was changed, by this node. */
  forget(): void {
    this.latest = undefined;
  }

  private async replace(current: ActiveProfile, document: JsonObject): Promise<boolean> {
    const isDone = await this.checks.run(document, () =>
      this.profiles.replaceDocument(current, document, this.clock.now()),
    );
    if (!isDone) return false;
    this.forget();
    const name = profileName(current.document);
    const object = { type: 'profile' as const, id: current.id, name };
    noteChange({ object, before: current.document, after: document });
    return true;
  }

  private async read(): Promise<ActiveProfile> {
    const active = await this.profiles.findActive();
    if (!active) throw new AppError('unavailable', 'No profile is active yet');
    return active;
  }
}
