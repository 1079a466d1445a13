import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';
import { OriginalsRepository } from '../stored/originals.repository.js';
import { PACKAGE_CHANGE_MODEL, packageChangeSchema } from '../stored/package-change.schema.js';
import { PackageChangesService } from './package-changes.service.js';
import { PackageJournalRepository } from './package-journal.repository.js';
import {
  PACKAGE_ORIGINAL_MODEL,
  packageOriginalSchema,
} from '../stored/package-original.schema.js';
import {
  PACKAGE_SNAPSHOT_MODEL,
  packageSnapshotSchema,
} from '../stored/package-snapshot.schema.js';
import { SnapshotsRepository } from '../stored/snapshots.repository.js';

/** Changes of packages that happen whole or not at all, and what is kept to undo them. */
export const CHANGES_PROVIDERS: Provider[] = [
  OriginalsRepository,
  PackageChangesService,
  PackageJournalRepository,
  SnapshotsRepository,
];
export const CHANGES_MODELS: ModelDefinition[] = [
  { name: PACKAGE_CHANGE_MODEL, schema: packageChangeSchema },
  { name: PACKAGE_ORIGINAL_MODEL, schema: packageOriginalSchema },
  { name: PACKAGE_SNAPSHOT_MODEL, schema: packageSnapshotSchema },
];
