import { Text } from '../../../api/fields/values.js';

/** What the lists of content take beside what every list does. */
export class ContentListOptions {
  @Text({ max: 256, optional: true, note: 'Only documents with this tag' })
  readonly tag?: string;
}
