import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';
import { ChangePlannerService } from './change-planner.service.js';
import { OwnedDocumentsRepository } from './owned-documents.repository.js';
import { PackageDocumentsService } from './package-documents.service.js';

/** What a change of packages will do to the documents that are there. */
export const PLANNING_PROVIDERS: Provider[] = [
  ChangePlannerService,
  OwnedDocumentsRepository,
  PackageDocumentsService,
];
export const PLANNING_MODELS: ModelDefinition[] = [];
