import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';
import { PackageBuilderService } from './package-builder.service.js';
import { PublishedDocumentsRepository } from './published-documents.repository.js';
import { PublishedDocumentsService } from './published-documents.service.js';

/** Packages built of the documents of this platform. */
export const PUBLISHING_PROVIDERS: Provider[] = [
  PackageBuilderService,
  PublishedDocumentsRepository,
  PublishedDocumentsService,
];
export const PUBLISHING_MODELS: ModelDefinition[] = [];
