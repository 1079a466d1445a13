import { fromStored } from '../../../platform/database/storable.js';
import { readOperations } from '../openapi/model-operations.js';
import { type FullModel, type IntegrationModel } from './integration-model.js';
import {
  type IntegrationModelAnswer,
  type ModelProperties,
  type ShownModel,
  type ShownModelHead,
} from './integration-models.dto.js';

/** A model in the words of a list. */
export function toShownHead({ name, isPackaged, summary }: IntegrationModel): ShownModelHead {
  const { versionId, description, operations, problem } = summary;
  // `readModelProperties` made them; what is no model has none.
  const properties = problem === null ? fromStored(summary.properties) : null;
  return {
    model: name,
    versionId,
    description,
    properties: properties as ModelProperties | null,
    operationCount: operations,
    packaged: isPackaged,
    problem,
  };
}

/** A model with its operations. */
export function toShownModel(model: FullModel): ShownModel {
  const operations = model.summary.problem === null ? readOperations(model.document) : [];
  const head: Pick<ShownModelHead, keyof ShownModelHead> = toShownHead(model);
  return {
    ...head,
    operations: operations.map(({ operationId, method, path, summary }) => ({
      operationId,
      method,
      path,
      summary,
    })),
  };
}

/** What a change of a model answers. */
export function toModelAnswer(
  done: 'created' | 'updated',
  model: FullModel,
): IntegrationModelAnswer {
  const message = `Successfully ${done} integration model '${model.name}'.`;
  return { status: 'OK', message, data: toShownModel(model) };
}
