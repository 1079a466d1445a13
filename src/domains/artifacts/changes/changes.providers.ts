import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';

/** Changes of packages that happen whole or not at all, and what undoes them. */
export const CHANGES_PROVIDERS: Provider[] = [];
export const CHANGES_MODELS: ModelDefinition[] = [];
