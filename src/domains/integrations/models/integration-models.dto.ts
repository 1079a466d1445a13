import { Free, FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';

/** An OpenAPI document to store or to judge. */
export class IntegrationModelRequest {
  @Free({ note: 'An OpenAPI 3.0 or 3.1 document, as an object or as JSON or YAML text' })
  readonly model!: unknown;
}

/** Where the model says that its operations lie. */
export class ModelServer {
  @Text()
  readonly protocol!: string;

  @Text({ note: 'Host with its port, if it has one; empty where the model names none' })
  readonly host!: string;

  @Text()
  readonly base_path!: string;
}

/** How connections are made. */
export class ModelTls {
  @Flag()
  readonly enabled!: boolean;

  @Flag({ note: 'Whether the certificate is checked' })
  readonly rejectUnauthorized!: boolean;
}

/** What an integration of the model configures, with the model's own values. */
export class ModelProperties {
  @FreeObject({ note: 'By security scheme, the names that an integration gives values to' })
  readonly authentication!: JsonObject;

  @Nested(() => ModelServer)
  readonly server!: ModelServer;

  @Nested(() => ModelTls)
  readonly tls!: ModelTls;

  @Text()
  readonly version!: string;
}

/** A model as the list shows it. */
export class ShownModelHead {
  @Text({ note: 'The name by which integrations refer to it' })
  readonly model!: string;

  @Text({ note: '`title:version` of the document' })
  readonly versionId!: string;

  @Text()
  readonly description!: string;

  @Nested(() => ModelProperties, { nullable: true, note: 'null where the document is no model' })
  readonly properties!: ModelProperties | null;

  @Whole({ min: 0, note: 'How many operations it has' })
  readonly operationCount!: number;

  @Flag({ note: 'It came with a package and goes with it' })
  readonly packaged!: boolean;

  @Text({ nullable: true, note: 'Why it cannot be used; null when it can' })
  readonly problem!: string | null;
}

/** An operation of a model. */
export class ShownOperation {
  @Text()
  readonly operationId!: string;

  @Text()
  readonly method!: string;

  @Text()
  readonly path!: string;

  @Text()
  readonly summary!: string;
}

/** A model with its operations. */
export class ShownModel extends ShownModelHead {
  @ListOf(() => ShownOperation)
  readonly operations!: readonly ShownOperation[];
}

/** A part of the models. */
export class ListIntegrationModelsAnswer {
  @ListOf(() => ShownModelHead)
  readonly results!: readonly ShownModelHead[];

  @ListOf(() => ShownModelHead, { note: 'The same list under the name that existing clients read' })
  readonly integrationModels!: readonly ShownModelHead[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** What became of storing a model. */
export class IntegrationModelAnswer {
  @OneOf(['OK'])
  readonly status!: 'OK';

  @Text()
  readonly message!: string;

  @Nested(() => ShownModel)
  readonly data!: ShownModel;
}

/** Something that keeps a document from being a model. */
export class ModelProblem {
  @Text({ note: 'JSON pointer to the place' })
  readonly pointer!: string;

  @Text()
  readonly detail!: string;
}

/** What is wrong with a document. */
export class ModelVerdictAnswer {
  @Flag()
  readonly valid!: boolean;

  @Text({ note: '`title:version`; empty when it is not valid' })
  readonly versionId!: string;

  @ListOf(() => ModelProblem)
  readonly problems!: readonly ModelProblem[];
}

/** An OpenAPI document as it was given. */
@OpenShape()
export class ExportedModel {
  @Text()
  readonly openapi!: string;

  @FreeObject()
  readonly info!: JsonObject;
}
