import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { Renamings } from '../../../platform/packaged/references.js';
import { ContentDocumentsService } from '../records/content-documents.service.js';
import { ContentImportersService } from './content-importers.service.js';
import {
  type BatchOptions,
  type ImportItem,
  type ImportOutcome,
  LEFT_OUT,
} from './import-outcome.js';
import { MissingReferencesService } from './missing-references.service.js';
import { IdRemap } from './id-remap.js';
import { ownWarnings } from '../references/document-warnings.js';
import { DOCUMENT_TYPES } from '../detection/document-type.js';
import { nameOf } from '../detection/find-documents.js';

const IMPORTED = 'Successfully imported';

interface Imported {
  readonly id: string;
  readonly name: string;
  readonly warnings: readonly string[];
}

/**
 * Imports documents of any mix of types. Each is imported for itself: what is broken, or has a name that
 * is taken, fails alone. References follow documents whose id is taken here and that have another one.
 */
@Injectable()
export class DocumentBatchService {
  constructor(
    private readonly documents: ContentDocumentsService,
    private readonly importers: ContentImportersService,
    private readonly references: MissingReferencesService,
    private readonly log: AppLogger,
  ) {}

  /** What became of the items, in their order. */
  async importAll(
    items: readonly ImportItem[],
    options: BatchOptions,
    principal: Principal,
  ): Promise<readonly ImportOutcome[]> {
    const outcomes = new Map<ImportItem, ImportOutcome>();
    const moves = new IdRemap();
    for (const type of DOCUMENT_TYPES) {
      const renamings = new Renamings(moves.renamings);
      for (const item of items) {
        if (item.type !== type) continue;
        const moved = { ...item, document: renamings.rewrite(item.document) };
        const outcome = await this.outcomeOf(moved, options, principal);
        outcomes.set(item, outcome);
        tell(options, outcomes.size, items.length, type);
        if (outcome.id !== null) moves.note(item, outcome.id);
      }
    }
    const done = items.flatMap((item) => outcomes.get(item) ?? []);
    return this.references.warned(items, done, new Renamings(moves.renamings));
  }

  private async outcomeOf(
    item: ImportItem,
    options: BatchOptions,
    principal: Principal,
  ): Promise<ImportOutcome> {
    const { type, pointer } = item;
    if (options.progress?.signal.aborted) return notImported(item, LEFT_OUT);
    try {
      const { id, name, warnings } = await this.import(item, options, principal);
      const message = `${IMPORTED} ${type} '${name}'`;
      return { name, type, success: true, message, id, warnings, pointer };
    } catch (error) {
      return notImported(item, this.failureOf(error));
    }
  }

  private async import(
    { type, document, pointer }: ImportItem,
    { overwrite }: BatchOptions,
    principal: Principal,
  ): Promise<Imported> {
    if (type !== 'automation') {
      const given = { document, pointer };
      const record = await this.documents.import(type, given, { overwrite }, principal);
      return { id: record.id, name: record.name, warnings: ownWarnings(type, record.document) };
    }
    const importer = this.importers.of(type);
    if (!importer) throw new AppError('unavailable', 'Nobody imports automations here');
    return importer.import({ document, overwrite }, principal);
  }

  /** What was imported before stays, so that even what nobody foresaw is told of one item alone. */
  private failureOf(error: unknown): string {
    if (error instanceof AppError) return error.detail;
    this.log.error({ err: error }, 'an item of an import failed');
    return 'Failed for a reason that the log of the platform has; try again';
  }
}

function notImported({ type, document, pointer }: ImportItem, message: string): ImportOutcome {
  return { name: nameOf(document), type, success: false, message, id: null, warnings: [], pointer };
}

function tell({ progress }: BatchOptions, done: number, total: number, type: string): void {
  progress?.report({ done, total, step: `Importing documents of type ${type}` });
}
