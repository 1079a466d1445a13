import { Text } from '../fields/values.js';

/** How existing clients ask for the contract. */
export class HelpOpenApiQuery {
  @Text({ max: 2048, optional: true, note: 'The address that the document names as its server' })
  readonly url?: string;
}
