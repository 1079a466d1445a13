import { Injectable } from '@nestjs/common';
import { assertRevision } from '../../api/revision/stale-revision.js';
import { conflict, notFound } from '../../kernel/app-error.js';
import { Clock } from '../../kernel/clock.js';
import { type JsonObject } from '../../kernel/json.js';
import { noteChange } from '../../platform/audit/request-notes.js';
import { ProfileChecksService } from './profile-checks.service.js';
import { profileName, type ProfileRecord } from './profile.js';
import { ProfilesRepository } from './profiles.repository.js';
import { ProfilesService } from './profiles.service.js';
import { RuntimeProfileService } from './runtime-profile.service.js';

/** Writers of one profile are few; one that loses this often is told so. */
const ATTEMPTS_MAX = 8;

/** The document that counted and the one that counts now; both the same where nothing changed. */
export interface ActiveChange {
  readonly record: ProfileRecord;
  /** The active document before and after; null when the active profile was not concerned. */
  readonly active: { readonly before: JsonObject; readonly after: JsonObject } | null;
}

/**
 * Writes profiles without transactions: each change is one conditional write, decided on what was
 * read just before and begun anew when another change came first (ADR 0044).
 */
@Injectable()
export class ProfileWriterService {
  constructor(
    private readonly profiles: ProfilesRepository,
    private readonly active: ProfilesService,
    private readonly checks: ProfileChecksService,
    private readonly runtime: RuntimeProfileService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not-found` */
  async get(name: string): Promise<ProfileRecord> {
    const found = await this.profiles.find(name);
    if (!found) throw notFound('Profile', name);
    return found;
  }

  /**
   * Adds a profile that is not active.
   * @throws AppError `conflict` when there is one of that name, and as the checks do.
   */
  async insert(
    profile: Pick<ProfileRecord, '_id' | 'name' | 'nameFolded' | 'document'>,
  ): Promise<ProfileRecord> {
    await this.checks.assertMayStore(profile.document, []);
    const now = this.clock.now();
    const record = { ...profile, revision: 1, activation: 0, created: now, updated: now };
    if (!(await this.profiles.insert(record))) {
      throw conflict(`Profile '${profile.name}' exists already`, 'duplicate');
    }
    note(record, null, record.document);
    return record;
  }

  /**
   * Replaces the document of a profile. `change` may run several times: it must be pure.
   * @throws AppError `not-found`, `precondition-failed`, `conflict`, and as the checks do.
   */
  replace(
    name: string,
    change: (stored: ProfileRecord) => JsonObject | Promise<JsonObject>,
    expectedRevision: number | undefined,
  ): Promise<ActiveChange> {
    return this.attempt(async () => {
      const stored = await this.get(name);
      assertRevision(stored.revision, expectedRevision);
      const isActive = (await this.profiles.findActivation())?._id === stored._id;
      const document = await change(stored);
      const now = this.clock.now();
      const { _id: id, revision } = stored;
      const write = (): Promise<boolean> =>
        this.profiles.replaceDocument({ id, revision }, document, now);
      if (!isActive) await this.checks.assertMayStore(document, [stored.document]);
      if (!(await (isActive ? this.checks.run(document, write) : write()))) return null;
      note(stored, stored.document, document);
      const record = { ...stored, document, revision: revision + 1, updated: now };
      if (!isActive) return { record, active: null };
      await this.follow();
      return { record, active: { before: stored.document, after: document } };
    });
  }

  /**
   * Makes a profile the active one; the active one stays as it is.
   * @throws AppError `not-found`, `precondition-failed`, `conflict`, and as the checks do.
   */
  activate(name: string, expectedRevision: number | undefined): Promise<ActiveChange> {
    return this.attempt(async () => {
      const stored = await this.get(name);
      assertRevision(stored.revision, expectedRevision);
      const before = await this.active.activeSince(this.clock.now());
      const current = await this.profiles.findActivation();
      // Another profile was activated between the two reads.
      if (current?._id !== before.id) return this.forgotten();
      if (current._id === stored._id) return { record: stored, active: null };
      const activation = current.activation + 1;
      const now = this.clock.now();
      const isDone = await this.checks.run(stored.document, () =>
        this.profiles.activate(stored, activation, now),
      );
      if (!isDone) return this.forgotten();
      noteActivation(stored, before.id, profileName(before.document));
      await this.follow();
      const record = { ...stored, activation, revision: stored.revision + 1, updated: now };
      return { record, active: { before: before.document, after: stored.document } };
    });
  }

  /** @throws AppError `not-found`, `precondition-failed`, `conflict` for the active profile. */
  async remove(name: string, expectedRevision: number | undefined): Promise<void> {
    await this.attempt(async () => {
      const stored = await this.get(name);
      assertRevision(stored.revision, expectedRevision);
      // The revision was read before: an activation that comes in between makes the removal fail.
      if ((await this.profiles.findActivation())?._id === stored._id) {
        throw conflict(`Profile '${stored.name}' is active: activate another one first`, 'active');
      }
      if (!(await this.profiles.remove(stored))) return null;
      note(stored, stored.document, null);
      return stored;
    });
  }

  private async attempt<T>(work: () => Promise<T | null>): Promise<T> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const done = await work();
      if (done !== null) return done;
    }
    throw conflict('Others keep changing the profile; try again');
  }

  /** What was read is older than what somebody else wrote. */
  private forgotten(): null {
    this.active.forget();
    return null;
  }

  private async follow(): Promise<void> {
    this.active.forget();
    await this.runtime.follow();
  }
}

function note(
  { _id: id, name }: Pick<ProfileRecord, '_id' | 'name'>,
  before: JsonObject | null,
  after: JsonObject | null,
): void {
  noteChange({ object: { type: 'profile', id, name }, before, after });
}

/** Documents stay as they were; what changes is which of them counts. */
function noteActivation(activated: ProfileRecord, formerId: string, formerName: string): void {
  const [yes, no] = [{ isActive: true }, { isActive: false }];
  note(activated, no, yes);
  note({ _id: formerId, name: formerName }, yes, no);
}
