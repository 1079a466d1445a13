import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';
import { SignatureKeeperService } from '../catalogue-index/signature-keeper.service.js';
import { RepositoryOpener } from './repository-opener.service.js';
import { RepositoryRefreshes } from './repository-refreshes.service.js';
import { RepositoryStatusService } from './repository-status.service.js';
import { RepositoryWebhooksService } from './repository-webhooks.service.js';
import { STORED_ANSWER_MODEL, storedAnswerSchema } from './stored-answer.schema.js';
import { StoredAnswersRepository } from './stored-answers.repository.js';

/** What reads repositories when they should be read, and says how that went. */
export const REFRESHING_PROVIDERS: Provider[] = [
  RepositoryOpener,
  RepositoryRefreshes,
  RepositoryStatusService,
  RepositoryWebhooksService,
  SignatureKeeperService,
  StoredAnswersRepository,
];
export const REFRESHING_MODELS: ModelDefinition[] = [
  { name: STORED_ANSWER_MODEL, schema: storedAnswerSchema },
];
