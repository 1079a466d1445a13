import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type AnswerStore, type KeptAnswer } from '../../../connectors/registry/answer-store.js';
import { Clock } from '../../../kernel/clock.js';
import { type JsonValue } from '../../../kernel/json.js';
import { STORED_ANSWER_MODEL, type StoredAnswer } from './stored-answer.schema.js';

/** Use is noted once a day: a reading without changes should write next to nothing. */
const NOTED_AGAIN_MS = 24 * 60 * 60_000;
/** Longer texts are not worth keeping: their page is asked for anew. */
const CONTENT_LENGTH_MAX = 4 * 1024 * 1024;

/** Answers of registries in the database, so that every node can use them again. */
@Injectable()
export class StoredAnswersRepository implements AnswerStore {
  constructor(
    @InjectModel(STORED_ANSWER_MODEL) private readonly answers: Model<StoredAnswer>,
    private readonly clock: Clock,
  ) {}

  async get(key: string): Promise<KeptAnswer | null> {
    const found = await this.answers.findOne({ _id: key }).lean<StoredAnswer>().exec();
    if (!found) return null;
    const { _id, etag, nextPage, content, used } = found;
    const now = this.clock.now();
    if (now.getTime() - used.getTime() > NOTED_AGAIN_MS) {
      await this.answers.updateOne({ _id }, { $set: { used: now } }).exec();
    }
    return { etag, nextPage, content: JSON.parse(content) as JsonValue };
  }

  async put(key: string, { etag, nextPage, content }: KeptAnswer): Promise<void> {
    const text = JSON.stringify(content);
    if (text.length > CONTENT_LENGTH_MAX) return;
    const answer = { etag, nextPage, content: text, used: this.clock.now() };
    await this.answers.updateOne({ _id: key }, { $set: answer }, { upsert: true }).exec();
  }
}
