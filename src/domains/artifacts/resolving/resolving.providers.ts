import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';
import { PackageResolver } from './package-resolver.service.js';

/** Which packages, in which versions, a wish needs. */
export const RESOLVING_PROVIDERS: Provider[] = [PackageResolver];
export const RESOLVING_MODELS: ModelDefinition[] = [];
