import { FreeObject } from '../../../api/fields/structures.js';
import { Text } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';

const PATH = '/l3vpn:vpn/l3vpn';

/** What is to be saved, and how. */
export class SaveInstancesRequest {
  @FreeObject({
    note: 'Either `servicePath`, a list of `{path, instance}` with `keys` and `planHash` where they are needed (or of bare instances, with `path` beside), or lists of instances under their service paths',
    example: { servicePath: [{ path: PATH, instance: { name: 'acme' } }] },
  })
  readonly instance!: JsonObject;

  @FreeObject({
    note: 'Commit options; `adapterId` where there are several adapters; `atomic` for one commit of all; `planHash` of the dry-run that was seen. Unknown keys are named in X-Ignored-Parameters',
    example: { dryrun: { outformat: 'native' } },
  })
  readonly options!: JsonObject;

  @Text({ max: 2000, optional: true, example: PATH, note: 'The path of bare instances' })
  readonly path?: string;
}
