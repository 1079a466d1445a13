import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type BroughtDocument,
  PackagedDocuments,
} from '../../platform/packaged/packaged-documents.js';
import { KIND_RULES } from './kinds/kind-rules.js';
import { ContentVersionsRepository } from './records/content-versions.repository.js';
import { factsFor, factsInTurns } from './records/to-record.js';
import { CONTENT_KIND_NAMES, CONTENT_KINDS, type ContentKindName } from './kinds/content-kinds.js';
import { type BatchDocument } from './references/broken-reference.js';
import { allWarnings, ownWarnings } from './references/document-warnings.js';
import { ReferenceValidatorService } from './references/reference-validator.service.js';

const KINDS: ReadonlyMap<string, ContentKindName> = new Map(
  CONTENT_KIND_NAMES.map((kind) => [CONTENT_KINDS[kind].collection, kind]),
);

/** Lets lists find the documents of packages like those of users, and judges them alike. */
@Injectable()
export class PackagedContentService implements OnModuleInit {
  constructor(
    private readonly packaged: PackagedDocuments,
    private readonly references: ReferenceValidatorService,
    private readonly versions: ContentVersionsRepository,
  ) {}

  onModuleInit(): void {
    for (const kind of CONTENT_KIND_NAMES) {
      this.packaged.register(CONTENT_KINDS[kind].collection, {
        forget: (ids) => this.versions.removeAll(kind, ids),
        derive: async (document) => ({ facts: { ...(await factsInTurns(kind, document)) } }),
        assertMayChange: ({ document }, principal) =>
          KIND_RULES[kind].assertMayChange?.(document, principal),
      });
    }
    this.packaged.validateBy((brought) => this.validate(brought));
  }

  private async validate(
    brought: readonly BroughtDocument[],
  ): Promise<readonly (readonly string[])[]> {
    for (const { collection, document } of brought) {
      const kind = KINDS.get(collection);
      if (kind) await KIND_RULES[kind].lookAhead?.(document);
    }
    const broken = await this.references.validate(brought, brought.flatMap(batchDocumentOf));
    return brought.map(({ collection, document }, at) => {
      const kind = KINDS.get(collection);
      return allWarnings(kind ? ownWarnings(kind, document) : [], broken[at] ?? []);
    });
  }
}

function batchDocumentOf({
  collection,
  documentId: id,
  name,
  document,
}: BroughtDocument): BatchDocument[] {
  const kind = KINDS.get(collection);
  if (kind) {
    const { draft, keys } = factsFor(kind, document);
    return [{ type: kind, id, name, draft, keys }];
  }
  const other = { id, name, draft: false, keys: [] };
  if (collection === 'integrations') return [{ type: 'integration', ...other }];
  return collection === 'integration_models' ? [{ type: 'integration-model', ...other }] : [];
}
