import { Injectable } from '@nestjs/common';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';

/** What a batch may bring that content itself does not keep. */
export type ForeignType = 'automation';

/** One document of a batch, for whoever keeps documents of its type. */
export interface ForeignDocument {
  /** As it came; its references to documents of the same batch lead to where those lie now. */
  readonly document: JsonObject;
  /** Replace one of the same name; without it that is a conflict. */
  readonly overwrite: boolean;
}

/** What became of it. */
export interface ForeignOutcome {
  readonly id: string;
  readonly name: string;
  /** What the document lacks or what was left out, one sentence each. */
  readonly warnings: readonly string[];
}

/** Imports documents of one type for the domain that keeps them. */
export interface ForeignImporter {
  /**
   * Imports one document; another one of the batch is not its concern.
   * @throws AppError where it cannot be imported, `conflict` for a taken name; nothing of it is kept.
   */
  readonly import: (given: ForeignDocument, principal: Principal) => Promise<ForeignOutcome>;
}

/**
 * Who imports what content does not keep itself. A registry, because those domains know content and
 * content knows none of them.
 */
@Injectable()
export class ContentImportersService {
  private readonly importers = new Map<ForeignType, ForeignImporter>();

  /** Called once by each owner, when its module starts. */
  register(type: ForeignType, importer: ForeignImporter): void {
    this.importers.set(type, importer);
  }

  /** Undefined where nobody keeps documents of the type. */
  of(type: ForeignType): ForeignImporter | undefined {
    return this.importers.get(type);
  }
}
