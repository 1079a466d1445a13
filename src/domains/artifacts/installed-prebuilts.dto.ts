import { FreeObject, ListOf, Nested } from '../../api/fields/structures.js';
import { Flag, Whole } from '../../api/fields/values.js';
import { type JsonObject } from '../../kernel/json.js';
import { InstalledArtifact } from './artifacts.dto.js';

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

  @Nested(() => ImportPrebuiltOptions, {
    optional: true,
    note: 'Existing clients send it; the installed version is replaced, so `overwrite` must be true',
  })
  readonly options?: ImportPrebuiltOptions;
}
