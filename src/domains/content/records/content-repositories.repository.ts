import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { CONTENT_KINDS, type ContentKindName } from '../kinds/content-kinds.js';
import { type StoredContent } from './content-record.js';
import { ContentRepository } from './content.repository.js';
import { contentModel } from './content.schema.js';

/** The repository of each kind of documents: all of one shape, each with a collection of its own. */
@Injectable()
export class ContentRepositories {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  of(kind: ContentKindName): ContentRepository {
    const model = this.connection.model<StoredContent>(contentModel(kind));
    return new ContentRepository(CONTENT_KINDS[kind], model);
  }
}
