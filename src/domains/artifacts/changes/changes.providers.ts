import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';
import { OriginalsRepository } from './originals.repository.js';
import { PackageChanges } from './package-changes.service.js';
import { PACKAGE_ORIGINAL_MODEL, packageOriginalSchema } from './package-original.schema.js';

/** Changes of packages that happen whole or not at all, and what undoes them. */
export const CHANGES_PROVIDERS: Provider[] = [OriginalsRepository, PackageChanges];
export const CHANGES_MODELS: ModelDefinition[] = [
  { name: PACKAGE_ORIGINAL_MODEL, schema: packageOriginalSchema },
];
