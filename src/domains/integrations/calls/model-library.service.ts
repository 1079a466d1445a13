import { Injectable } from '@nestjs/common';
import { ModelReaderService } from '../models/model-reader.service.js';
import { type ModelOperation, readOperations } from '../openapi/model-operations.js';
import { readSecuritySchemes, type SecuritySchemes } from '../openapi/security-schemes.js';

/** A model as calls need it. */
export interface LoadedModel {
  readonly operations: ReadonlyMap<string, ModelOperation>;
  readonly schemes: SecuritySchemes;
}

/** Models in use at the same time are few; documents themselves are not kept. */
const KEPT_MAX = 50;

interface Kept {
  readonly version: string;
  readonly model: LoadedModel;
}

/**
 * Models read once and kept as long as they stay the same: every call asks the database which
 * version counts, so a change counts at once on every node.
 */
@Injectable()
export class ModelLibraryService {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly models: ModelReaderService) {}

  /** The model of a name; undefined where there is none or it cannot be used. */
  async load(name: string): Promise<LoadedModel | undefined> {
    const head = await this.models.findHead(name);
    if (!head) return undefined;
    const version = `${head.revision ?? 0} ${head.hash ?? ''}`;
    const present = this.kept.get(head._id);
    if (present?.version === version) return present.model;
    const found = await this.models.find(name);
    if (found?.summary.problem !== null) return undefined;
    const operations = readOperations(found.document);
    const model = {
      operations: new Map(operations.map((operation) => [operation.operationId, operation])),
      schemes: readSecuritySchemes(found.document),
    };
    this.keep(head._id, { version, model });
    return model;
  }

  private keep(id: string, kept: Kept): void {
    this.kept.delete(id);
    this.kept.set(id, kept);
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT_MAX && oldest !== undefined) this.kept.delete(oldest);
  }
}
