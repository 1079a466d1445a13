import { Injectable } from '@nestjs/common';
import { foldText } from '../../../kernel/folded-text.js';
import { IntegrationModelsRepository } from '../models/integration-models.repository.js';
import { ownText } from '../openapi/local-refs.js';
import { IntegrationsRepository } from '../stored/integrations.repository.js';
import { toIntegration } from '../stored/stored-integration.js';
import { ModelLibraryService } from './model-library.service.js';

/** Models are megabytes long when they are read first: more of them are not looked through. */
const MODELS_MAX = 10;

/** The operations of one model. */
export interface OperationsOfModel {
  readonly model: string;
  readonly operations: ReadonlySet<string>;
}

/** What models have. */
export interface KnownOperations {
  /** The first models by name. */
  readonly models: readonly OperationsOfModel[];
  /** Whether there are no more models. */
  readonly isComplete: boolean;
}

/** Which operations there are to call, for whoever judges calls before they are made. */
@Injectable()
export class IntegrationOperationsService {
  constructor(
    private readonly integrations: IntegrationsRepository,
    private readonly models: IntegrationModelsRepository,
    private readonly library: ModelLibraryService,
  ) {}

  /**
   * The model and the operations of each integration that there is, by its folded name; none where the model
   * cannot be used.
   */
  async ofIntegrations(
    names: readonly string[],
  ): Promise<ReadonlyMap<string, OperationsOfModel | null>> {
    const found = (await this.integrations.findByNames(names)).map(toIntegration);
    const operations = new Map<string, OperationsOfModel | null>();
    for (const { name, data } of found) {
      operations.set(foldText(name), await this.ofModel(ownText(data, 'model') ?? ''));
    }
    return operations;
  }

  /** The operations of models that can be used. */
  async ofModels(): Promise<KnownOperations> {
    const page = { filter: {}, order: 1, skip: 0, limit: MODELS_MAX } as const;
    const { items, total } = await this.models.list(page);
    const models: OperationsOfModel[] = [];
    for (const { name } of items) {
      const one = await this.ofModel(name);
      if (one) models.push(one);
    }
    return { models, isComplete: total <= items.length };
  }

  private async ofModel(model: string): Promise<OperationsOfModel | null> {
    const loaded = await this.library.load(model);
    return loaded ? { model, operations: new Set(loaded.operations.keys()) } : null;
  }
}
