import { Flag, OneOf } from '../../../api/fields/values.js';
import { type Dialect } from '../../../kernel/dialect-words.js';

/** Options of the exports of content. */
export class ExportContentQuery {
  @OneOf(['original', 'interface'], {
    optional: true,
    note: 'The words the document came in with (default), or those of the interface',
  })
  readonly dialect?: Dialect;
}

/** How a document of content is imported. */
export class ImportContentOptions {
  @Flag({ optional: true, note: 'Replace a document of the same name' })
  readonly overwrite?: boolean;
}
