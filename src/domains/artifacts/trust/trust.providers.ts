import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';
import { PackageTrust } from './package-trust.js';

/** Whether a package is what its author signed, and what was installed. */
export const TRUST_PROVIDERS: Provider[] = [PackageTrust];
export const TRUST_MODELS: ModelDefinition[] = [];
