import { FreeObject, ListOf, Nested } from '../../api/fields/structures.js';
import { Flag, ListLimit, OneOf, Text, Whole } from '../../api/fields/values.js';
import { type JsonObject } from '../../kernel/json.js';
import { InstalledArtifact } from './artifacts.dto.js';

/** Options of `GET /prebuilts`. */
export class ListInstalledPrebuiltsQuery {
  @Text({ max: 1024, optional: true })
  readonly equals?: string;

  @OneOf(['name', 'version', 'keywords'], { optional: true, note: 'name when absent' })
  readonly equalsField?: 'name' | 'version' | 'keywords';

  @Whole({ min: 0, optional: true })
  readonly skip?: number;

  @ListLimit({ min: 0, optional: true, note: '25 when absent; 0 for as many as a list may have' })
  readonly limit?: number;
}

/** Answer of `GET /prebuilts`. */
export class ListInstalledPrebuiltsAnswer {
  @ListOf(() => InstalledArtifact)
  readonly results!: readonly InstalledArtifact[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** How a package is imported. */
export class ImportPrebuiltOptions {
  @Flag({ optional: true, note: 'Replace an installed version' })
  readonly overwrite?: boolean;
}

/** A package document to install. */
export class ImportPrebuiltRequest {
  @FreeObject({ note: 'A package document (artifact.json)' })
  readonly prebuilt!: JsonObject;

  @Nested(() => ImportPrebuiltOptions, { optional: true })
  readonly options?: ImportPrebuiltOptions;
}

/** Another version of an installed package. */
export class UpdatePrebuiltRequest {
  @FreeObject({ note: 'A package document (artifact.json) of the same name' })
  readonly prebuilt!: JsonObject;
}
