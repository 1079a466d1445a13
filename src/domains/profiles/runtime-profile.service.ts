import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error.js';
import { Clock } from '../../kernel/clock.js';
import { type JsonObject } from '../../kernel/json.js';
import { AppLogger } from '../../platform/logging/app-logger.js';
import { type DueCondition } from '../../platform/work/due-condition.js';
import { type ActiveProfile } from './profile.js';
import { ProfilesService } from './profiles.service.js';

/** Takes over what the active profile says; runs again whenever that profile changes. */
export type ApplyProfile = (document: JsonObject) => void | Promise<void>;

/** A revision of a profile. */
export type ProfileRevision = Pick<ActiveProfile, 'id' | 'revision'>;

/**
 * Makes this node follow the active profile while it runs. What is read with every request (sign-in,
 * repositories, audit) needs no applier: this is for settings that somebody must be told of.
 */
@Injectable()
export class RuntimeProfileService {
  private readonly appliers = new Map<string, ApplyProfile>();
  private current: ActiveProfile | undefined;
  private first: JsonObject | undefined;
  private underWay: Promise<void> = Promise.resolve();

  constructor(
    private readonly profiles: ProfilesService,
    private readonly clock: Clock,
    private readonly log: AppLogger,
  ) {}

  /** Registers who takes over a part of the profile; `name` says which one in the log. */
  register(name: string, apply: ApplyProfile): void {
    this.appliers.set(name, apply);
  }

  dueCondition(): DueCondition {
    return this.profiles.dueCondition(() => this.current);
  }

  /** Reads the active profile and applies it when it is another one; runs do not overlap. */
  follow(): Promise<void> {
    const run = this.underWay.then(() => this.run());
    this.underWay = run.catch(() => undefined);
    return run;
  }

  /** Which profile this node has applied; undefined before the first one. */
  applied(): ProfileRevision | undefined {
    return this.current;
  }

  /** The document that counted when this node started; undefined before that. */
  startedWith(): JsonObject | undefined {
    return this.first;
  }

  private async run(): Promise<void> {
    const active = await this.read();
    if (!active || isSame(active, this.current)) return;
    this.first ??= active.document;
    for (const [name, apply] of this.appliers) {
      try {
        await apply(active.document);
      } catch (error) {
        // One part that cannot be applied must not keep the others from it.
        this.log.error({ part: name, err: error }, 'a part of the profile could not be applied');
      }
    }
    // The one that a start begins with is nothing new.
    const level = this.current ? 'info' : 'debug';
    this.current = active;
    this.log[level]({ profile: active.id, revision: active.revision }, 'profile applied');
  }

  /** Nothing is active before the first start has seeded a profile. */
  private async read(): Promise<ActiveProfile | undefined> {
    try {
      return await this.profiles.activeSince(this.clock.now());
    } catch (error) {
      if (error instanceof AppError && error.kind === 'unavailable') return undefined;
      throw error;
    }
  }
}

function isSame(one: ProfileRevision, other: ProfileRevision | undefined): boolean {
  return one.id === other?.id && one.revision === other.revision;
}
