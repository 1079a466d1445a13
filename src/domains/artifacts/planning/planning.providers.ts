import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';

/** What a change of packages will do to the documents that are there. */
export const PLANNING_PROVIDERS: Provider[] = [];
export const PLANNING_MODELS: ModelDefinition[] = [];
