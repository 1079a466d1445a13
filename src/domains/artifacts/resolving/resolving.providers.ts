import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';

/** Which packages, in which versions, a wish needs. */
export const RESOLVING_PROVIDERS: Provider[] = [];
export const RESOLVING_MODELS: ModelDefinition[] = [];
