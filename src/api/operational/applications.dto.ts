import { Nested, ListOf, FreeObject } from '../fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../fields/values.js';
import { ModuleHealth } from '../answers/module-health.dto.js';

/** An application as existing clients read one. */
export class ApplicationData {
  @Text()
  readonly name!: string;

  @OneOf(['Application'])
  readonly type!: 'Application';

  @Text({ note: 'The package that stands for it in dependencies', example: 'app-workflow_engine' })
  readonly model!: string;

  @FreeObject({ note: 'Empty: applications have no settings of their own' })
  readonly properties!: object;

  @Flag()
  readonly isEncrypted!: boolean;

  @FreeObject({ note: 'Empty: all of them log as the server does' })
  readonly loggerProps!: object;
}

/** Whether an application answers. */
export class ApplicationMetadata {
  @Flag()
  readonly isActive!: boolean;

  @Flag({ note: 'The same as `isActive`: every node follows within a second' })
  readonly activeSync!: boolean;
}

/** An application. */
export class ApplicationAnswer {
  @Nested(() => ApplicationMetadata)
  readonly metadata!: ApplicationMetadata;

  @Nested(() => ApplicationData)
  readonly data!: ApplicationData;
}

/** A part of the applications. */
export class ListApplicationsAnswer {
  @ListOf(() => ApplicationAnswer)
  readonly results!: readonly ApplicationAnswer[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** How an application does. */
export class ApplicationHealth extends ModuleHealth {
  @OneOf(['Application'])
  readonly type!: 'Application';
}

/** How a part of the applications does. */
export class ListApplicationHealthAnswer {
  @ListOf(() => ApplicationHealth)
  readonly results!: readonly ApplicationHealth[];

  @Whole({ min: 0 })
  readonly total!: number;
}
