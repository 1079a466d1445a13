import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';

/** Whether a package is what its author signed, and what was installed. */
export const TRUST_PROVIDERS: Provider[] = [];
export const TRUST_MODELS: ModelDefinition[] = [];
