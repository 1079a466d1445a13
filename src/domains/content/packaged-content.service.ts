import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PackagedDocuments } from '../../platform/packaged/packaged-documents.js';
import { factsFor } from './records/content-documents.service.js';
import { CONTENT_KIND_NAMES, CONTENT_KINDS } from './records/content-kinds.js';

/** Lets lists find the documents of packages like those of users. */
@Injectable()
export class PackagedContentService implements OnModuleInit {
  constructor(private readonly packaged: PackagedDocuments) {}

  onModuleInit(): void {
    for (const kind of CONTENT_KIND_NAMES) {
      this.packaged.register(CONTENT_KINDS[kind].collection, {
        derive: (document) => ({ facts: { ...factsFor(kind, document) } }),
      });
    }
  }
}
