import { Inject, Injectable } from '@nestjs/common';
import { type JsonObject } from '../../kernel/json.js';
import { type Page } from '../../kernel/page.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config, givenVariables } from '../../platform/config/config.js';
import { type StoredList } from '../../platform/database/lists/stored-filter.js';
import { defaultProfile } from './default-profile.js';
import { type EffectiveSetting, effectiveSettings } from './document/effective-settings.js';
import { changedPaths } from './document/leaves.js';
import { maskSecrets } from './document/profile-secrets.js';
import { unknownKeys } from './document/profile-shape.js';
import { effectOf } from './document/setting-effects.js';
import { variableOf } from './document/setting-variables.js';
import { type ProfileRecord } from './profile.js';
import { ProfilesRepository } from './profiles.repository.js';
import { RuntimeProfileService } from './runtime-profile.service.js';

/** What the platform says of a profile. */
export interface ProfileFacts {
  readonly isActive: boolean;
  /** This node has applied the profile as it is stored, and nothing in it waits for a restart. */
  readonly activeSync: boolean;
  readonly revision: number;
  readonly unknownKeys: readonly string[];
  /** Settings of the active profile that this node takes over only when it starts again. */
  readonly restartNeeded: readonly string[];
  readonly created: string;
  readonly updated: string;
}

/** A profile as callers see it: secrets masked. */
export interface ProfileView {
  readonly metadata: ProfileFacts;
  readonly profile: JsonObject;
}

/** Shows profiles: what they hold without their secrets, and what becomes of it here. */
@Injectable()
export class ProfileViewsService {
  constructor(
    private readonly profiles: ProfilesRepository,
    private readonly runtime: RuntimeProfileService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(part: StoredList): Promise<Page<ProfileView>> {
    const [page, active] = await Promise.all([
      this.profiles.list(part),
      this.profiles.findActivation(),
    ]);
    const items = page.items.map((record) => this.view(record, record._id === active?._id));
    return { items, total: page.total };
  }

  async show(record: ProfileRecord): Promise<ProfileView> {
    const active = await this.profiles.findActivation();
    return this.view(record, record._id === active?._id);
  }

  /** Each setting with the value that counts while this profile is active, and its source. */
  effective({ document }: ProfileRecord): readonly EffectiveSetting[] {
    return effectiveSettings(document, defaultProfile(this.config), this.config);
  }

  private view(record: ProfileRecord, isActive: boolean): ProfileView {
    const { document, revision, created, updated } = record;
    const restartNeeded = isActive ? this.restartNeeded(document) : [];
    const applied = this.runtime.applied();
    const isApplied = applied?.id === record._id && applied.revision === revision;
    return {
      metadata: {
        isActive,
        activeSync: isActive && isApplied && restartNeeded.length === 0,
        revision,
        unknownKeys: unknownKeys(document),
        restartNeeded,
        created: created.toISOString(),
        updated: updated.toISOString(),
      },
      profile: maskSecrets(document),
    };
  }

  private restartNeeded(document: JsonObject): readonly string[] {
    const given = givenVariables(this.config);
    return changedPaths(this.runtime.startedWith() ?? document, document)
      .filter((path) => effectOf(path) === 'restart')
      .filter((path) => !given.has(variableOf(path)?.name ?? ''))
      .map(jsonPointer);
  }
}
