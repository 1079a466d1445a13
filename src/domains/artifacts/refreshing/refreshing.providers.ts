import { type Provider } from '@nestjs/common';
import { type ModelDefinition } from '@nestjs/mongoose';
import { STORED_ANSWER_MODEL, storedAnswerSchema } from './stored-answer.schema.js';
import { StoredAnswersRepository } from './stored-answers.repository.js';

/** What reads repositories when they should be read, and says how that went. */
export const REFRESHING_PROVIDERS: Provider[] = [StoredAnswersRepository];
export const REFRESHING_MODELS: ModelDefinition[] = [
  { name: STORED_ANSWER_MODEL, schema: storedAnswerSchema },
];
