import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';
import { SignatureRefreshService } from '../catalogue-index/signature-refresh.service.js';
import { RepositoryOpener } from './repository-opener.service.js';
import { RepositoryRefreshes } from './repository-refreshes.service.js';
import { RepositoryStatusService } from './repository-status.service.js';
import { RepositoryWebhooksService } from './repository-webhooks.service.js';
import {
  STORED_ANSWER_MODEL,
  storedAnswerSchema,
} from '../catalogue-index/stored-answer.schema.js';
import { StoredAnswersRepository } from '../catalogue-index/stored-answers.repository.js';

/** What reads repositories when they should be read, and says how that went. */
export const REFRESHING_PROVIDERS: Provider[] = [
  RepositoryOpener,
  RepositoryRefreshes,
  RepositoryStatusService,
  RepositoryWebhooksService,
  SignatureRefreshService,
  StoredAnswersRepository,
];
export const REFRESHING_MODELS: ModelDefinition[] = [
  { name: STORED_ANSWER_MODEL, schema: storedAnswerSchema },
];
