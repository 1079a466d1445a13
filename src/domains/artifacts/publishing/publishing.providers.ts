import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';

/** Packages made of documents of this platform. */
export const PUBLISHING_PROVIDERS: Provider[] = [];
export const PUBLISHING_MODELS: ModelDefinition[] = [];
