import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';

/** What reads repositories when they should be read, and says how that went. */
export const REFRESHING_PROVIDERS: Provider[] = [];
export const REFRESHING_MODELS: ModelDefinition[] = [];
