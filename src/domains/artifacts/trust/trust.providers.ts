import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';
import { InstalledDocumentsRepository } from './installed-documents.repository.js';
import { PackageVerificationService } from './package-verification.service.js';

/** Whether a package is what its author signed, and what was installed. */
export const TRUST_PROVIDERS: Provider[] = [
  InstalledDocumentsRepository,
  PackageVerificationService,
];
export const TRUST_MODELS: ModelDefinition[] = [];
