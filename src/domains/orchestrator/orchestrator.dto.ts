import { FreeObject, ListOf, Nested } from '../../api/fields/structures.js';
import { Text } from '../../api/fields/values.js';
import { type JsonObject } from '../../kernel/json.js';
import { PATH_LENGTH_MAX } from '../../cores/restconf/legal-path.js';

/** Visible characters and spaces: nothing that could end a header. */
const ACCEPT = { max: 1000, pattern: /^[\x20-\x7e]*$/ } as const;
const MEDIA_TYPE =
  /^(?:[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: ?; ?[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[^"\\\x00-\x1f\x7f-\uffff]*"))*)?$/;

const PATH = {
  max: PATH_LENGTH_MAX,
  pattern: /^\//,
  note: 'Below the base of the adapter, with its query; sent byte for byte',
  example: '/restconf/data/tailf-ncs:devices/device=ce0',
} as const;
const TYPE = 'application/yang-data+json';

/** How an action is sent. */
export class RestActionParams {
  @Text(PATH)
  readonly path!: string;

  @Text({ ...ACCEPT, note: 'Media types of the answer; empty for any', example: TYPE })
  readonly accept!: string;

  @Text({
    optional: true,
    max: 200,
    pattern: MEDIA_TYPE,
    note: `Media type of the body; ${TYPE} when absent or empty`,
    example: TYPE,
  })
  readonly contentType?: string;
}

/** An action for an orchestrator. */
export class RestActionRequest {
  @Nested(() => RestActionParams)
  readonly params!: RestActionParams;

  @FreeObject({ note: 'Sent as it is written', example: { 'tailf-ncs:input': {} } })
  readonly body!: JsonObject;
}

/** What the orchestrator answered to an action. */
export class RestActionResult {
  @Text({ note: 'Its HTTP status, whatever that is', example: '204' })
  readonly result!: string;
}

/** How a query is sent. */
export class RestQueryParams {
  @Text(PATH)
  readonly path!: string;

  @Text({ ...ACCEPT, note: 'Media types of the answer; empty for any', example: TYPE })
  readonly accept!: string;
}

/** A query for an orchestrator. */
export class RestQueryRequest {
  @Nested(() => RestQueryParams)
  readonly params!: RestQueryParams;
}

/** What the orchestrator answered to a query. */
export class RestQueryAnswer {
  @ListOf('free', {
    note: 'A list as it is, any other JSON as the one item, other media types as one text',
  })
  readonly result!: unknown[];
}
