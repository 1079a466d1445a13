import { type Provider, type Type } from '@nestjs/common';
import { ArtifactsSeed } from './domains/artifacts/artifacts.seed.js';
import { AuditSeed } from './domains/audit/audit.seed.js';
import { AutomationsSeed } from './domains/automations/automations.seed.js';
import { ContentSeed } from './domains/content/content.seed.js';
import { ProfilesSeed } from './domains/profiles/profiles.seed.js';
import { UserManagementSeed } from './domains/user-management/user-management.seed.js';
import { type Seed, SEEDS } from './platform/database/seed.js';

/** What a fresh platform starts with, in the order in which it is made. */
const SEED_CLASSES: readonly Type<Seed>[] = [
  ProfilesSeed,
  UserManagementSeed,
  ArtifactsSeed,
  AuditSeed,
  ContentSeed,
  AutomationsSeed,
];

/** The list of all seeds; each domain owns its own. */
export const seedsProvider: Provider = {
  provide: SEEDS,
  useFactory: (...seeds: readonly Seed[]): readonly Seed[] => seeds,
  inject: [...SEED_CLASSES],
};
