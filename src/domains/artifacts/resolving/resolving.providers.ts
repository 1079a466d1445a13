import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';
import { PackageResolverService } from './package-resolver.service.js';
import { RemovalsService } from './removals.service.js';
import { WorldLoaderService } from './world-loader.service.js';

/** Which packages, in which versions, a request needs. */
export const RESOLVING_PROVIDERS: Provider[] = [
  PackageResolverService,
  RemovalsService,
  WorldLoaderService,
];
export const RESOLVING_MODELS: ModelDefinition[] = [];
