import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, type JsonValue } from '../../../src/kernel/json.js';
import { aTransformation, edge, method, schema } from './a-transformation.js';
import { callbackOf } from './transformation-functions.js';

/** A transformation, and a function written by hand that does the same. */
export interface TransformationTwin {
  readonly title: string;
  /** The real document of this shape, where real documents are at hand. */
  readonly realFile: string;
  readonly document: JsonObject;
  readonly incoming: fc.Arbitrary<JsonObject>;
  /** Throws where the transformation fails. */
  readonly byHand: (incoming: never, document: JsonObject) => JsonObject;
}

const text = fc.string({ maxLength: 8 });
const small = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constantFrom('a', 'b', '', null, false));
const element = fc.oneof(
  small,
  fc.array(small, { maxLength: 2 }),
  fc.record({ k: small }, { noNullPrototype: true }),
);

const chunks: TransformationTwin = {
  title: 'a list in chunks',
  realFile: 'Split_Array_Into_Objects.json',
  document: aTransformation({
    name: 'Chunks',
    incoming: [schema('arr', 'array'), schema('chunkSize', 'number')],
    outgoing: [schema('splitArray', 'array')],
    steps: [
      method(1, 'Array.length', [null]),
      method(2, 'Math.divide', [null, null]),
      method(3, 'Math.ceil', [null]),
      method(4, 'Array.new Array', [null], { polymorphIndex: 1 }),
      method(5, 'Array.fill', [null, [], null, null]),
      method(6, 'Array.reduce', [null, 'toChunk', [], null, null]),
      edge('incoming arr', 'method 1/args/0/value'),
      edge('method 1/return', 'method 2/args/0/value'),
      edge('incoming chunkSize', 'method 2/args/1/value'),
      edge('method 2/return', 'method 3/args/0/value'),
      edge('method 3/return', 'declaration 4/args/0/value'),
      edge('declaration 4/return', 'method 5/args/0/value'),
      edge('method 5/return', 'method 6/args/0/value'),
      edge('incoming arr', 'method 6/args/3/value'),
      edge('incoming chunkSize', 'method 6/args/4/value'),
      edge('method 6/return', 'outgoing splitArray'),
    ],
    functions: [
      callbackOf(
        'toChunk',
        ['accumulator', 'currentValue', 'index', 'array'],
        ['all', 'size'],
        [
          method(1, 'Math.multiply', [null, null]),
          method(2, 'Math.add', [null, null]),
          method(3, 'Array.slice', [null, null, null]),
          method(4, 'Object.setProperty', [{}, 'data_array', null]),
          method(5, 'Array.push', [null, null]),
          edge('incoming index', 'method 1/args/0/value'),
          edge('incoming size', 'method 1/args/1/value'),
          edge('method 1/return', 'method 2/args/0/value'),
          edge('incoming size', 'method 2/args/1/value'),
          edge('incoming all', 'method 3/args/0/value'),
          edge('method 1/return', 'method 3/args/1/value'),
          edge('method 2/return', 'method 3/args/2/value'),
          edge('method 3/return', 'method 4/args/2/value'),
          edge('incoming accumulator', 'method 5/args/0/value'),
          edge('method 4/return', 'method 5/args/1/value'),
          edge('method 5/return', 'outgoing result'),
        ],
      ),
    ],
  }),
  incoming: fc.record({
    arr: fc.array(element, { maxLength: 20 }),
    chunkSize: fc.integer({ min: 1, max: 7 }),
  }),
  byHand: ({ arr, chunkSize }: { arr: JsonValue[]; chunkSize: number }) => ({
    splitArray: Array.from({ length: Math.ceil(arr.length / chunkSize) }, (_, at) => ({
      data_array: arr.slice(at * chunkSize, (at + 1) * chunkSize),
    })),
  }),
};

/** What is there once, in the order of its first place; what counts as false is left out. */
function distinct(list: readonly JsonValue[]): JsonValue[] {
  const found: JsonValue[] = [];
  for (const item of list) {
    if (item && !found.some((one) => isDeepStrictEqual(one, item))) found.push(item);
  }
  return found;
}

const sets: TransformationTwin = {
  title: 'sets of two lists',
  realFile: 'Implement_Set_Operations_on_Arrays.json',
  document: aTransformation({
    name: 'Sets',
    incoming: [schema('array1', 'array'), schema('array2', 'array')],
    outgoing: ['intersection', 'array1Only', 'array2Only', 'difference', 'union'].map((id) =>
      schema(id, 'array'),
    ),
    steps: [
      { id: 1, type: 'function', function: 'distinct', args: [''] },
      { id: 2, type: 'function', function: 'distinct', args: [''] },
      { id: 3, type: 'function', function: 'distinct', args: [null] },
      method(4, 'Array.concat', [null, null]),
      method(5, 'Array.filter', [null, 'isIn', null]),
      method(6, 'Array.filter', [null, 'isNotIn', null]),
      method(7, 'Array.filter', [null, 'isNotIn', null]),
      method(8, 'Array.concat', [null, null]),
      edge('incoming array1', 'function 1/args/0/value'),
      edge('incoming array2', 'function 2/args/0/value'),
      edge('function 1/return/list', 'method 4/args/0/value'),
      edge('function 2/return/list', 'method 4/args/1/value'),
      edge('method 4/return', 'function 3/args/0/value'),
      ...[
        [5, 1, 2],
        [6, 1, 2],
        [7, 2, 1],
      ].flatMap(([id, list, other]) => [
        edge(`function ${list}/return/list`, `method ${id}/args/0/value`),
        edge(`function ${other}/return/list`, `method ${id}/args/2/value`),
      ]),
      edge('method 6/return', 'method 8/args/0/value'),
      edge('method 7/return', 'method 8/args/1/value'),
      edge('method 5/return', 'outgoing intersection'),
      edge('method 6/return', 'outgoing array1Only'),
      edge('method 7/return', 'outgoing array2Only'),
      edge('method 8/return', 'outgoing difference'),
      edge('function 3/return/list', 'outgoing union'),
    ],
    functions: [
      {
        name: 'distinct',
        id: 'distinct',
        incoming: [schema('list', 'array')],
        outgoing: [schema('list', 'array')],
        steps: [
          method(1, 'Array.reduce', [null, 'a name of long ago', []]),
          edge('incoming list', 'method 1/args/0/value'),
          edge('method 1/return', 'outgoing list'),
        ],
        functions: [],
      },
      {
        ...callbackOf(
          'addNew',
          ['accumulator', 'currentValue', 'index', 'array'],
          [],
          [
            method(1, 'Array.some', [null, 'isSame', null]),
            method(2, 'Logical.not', [null]),
            method(3, 'Logical.and', [null, null]),
            method(4, 'Array.push', [null, null]),
            method(5, 'Conditional.ternary', [null, null, null]),
            edge('incoming accumulator', 'method 1/args/0/value'),
            edge('incoming currentValue', 'method 1/args/2/value'),
            edge('method 1/return', 'method 2/args/0/value'),
            edge('incoming currentValue', 'method 3/args/0/value'),
            edge('method 2/return', 'method 3/args/1/value'),
            edge('incoming accumulator', 'method 4/args/0/value'),
            edge('incoming currentValue', 'method 4/args/1/value'),
            edge('method 3/return', 'method 5/args/0/value'),
            edge('method 4/return', 'method 5/args/1/value'),
            edge('incoming accumulator', 'method 5/args/2/value'),
            edge('method 5/return', 'outgoing result'),
          ],
        ),
        id: 'a name of long ago',
      },
      callbackOf(
        'isSame',
        ['element', 'index', 'array'],
        ['other'],
        [
          method(1, 'Equality.deepEquals', [null, null]),
          edge('incoming element', 'method 1/args/0/value'),
          edge('incoming other', 'method 1/args/1/value'),
          edge('method 1/return', 'outgoing result'),
        ],
      ),
      callbackOf(
        'isIn',
        ['element', 'index', 'array'],
        ['others'],
        [
          method(1, 'Array.filter', [null, 'isSame', null]),
          method(2, 'Array.length', [null]),
          method(3, 'Relational.greaterThan', [null, '0']),
          edge('incoming others', 'method 1/args/0/value'),
          edge('incoming element', 'method 1/args/2/value'),
          edge('method 1/return', 'method 2/args/0/value'),
          edge('method 2/return', 'method 3/args/0/value'),
          edge('method 3/return', 'outgoing result'),
        ],
      ),
      callbackOf(
        'isNotIn',
        ['element', 'index', 'array'],
        ['others'],
        [
          method(1, 'Array.filter', [null, 'isSame', null]),
          method(2, 'Array.length', [null]),
          method(3, 'Equality.equality', [null, '0']),
          edge('incoming others', 'method 1/args/0/value'),
          edge('incoming element', 'method 1/args/2/value'),
          edge('method 1/return', 'method 2/args/0/value'),
          edge('method 2/return', 'method 3/args/0/value'),
          edge('method 3/return', 'outgoing result'),
        ],
      ),
    ],
  }),
  incoming: fc.record({
    array1: fc.array(element, { maxLength: 8 }),
    array2: fc.array(element, { maxLength: 8 }),
  }),
  byHand: ({ array1, array2 }: { array1: JsonValue[]; array2: JsonValue[] }) => {
    const [one, two] = [distinct(array1), distinct(array2)];
    const has = (list: JsonValue[]) => (item: JsonValue) =>
      list.some((other) => isDeepStrictEqual(other, item));
    const array1Only = one.filter((item) => !has(two)(item));
    const array2Only = two.filter((item) => !has(one)(item));
    return {
      intersection: one.filter(has(two)),
      array1Only,
      array2Only,
      difference: [...array1Only, ...array2Only],
      union: distinct([...one, ...two]),
    };
  },
};

const volumes: TransformationTwin = {
  title: 'entries that differ from what was found at their place',
  realFile: 'Compare_Active_Volume_to_Target_Volume_for_BIG-IP_Rollback.json',
  document: aTransformation({
    name: 'Volumes',
    incoming: [schema('rebootDeviceInputs', 'array'), schema('activeVolumeFound', 'object')],
    outgoing: [
      schema('filteredRebootDeviceInputs', 'array'),
      schema('numberOfDevicesToReboot', 'number'),
    ],
    steps: [
      method(1, 'Array.filter', [null, 'hasOther', null]),
      method(2, 'Array.length', [null]),
      edge('incoming rebootDeviceInputs', 'method 1/args/0/value'),
      edge('incoming activeVolumeFound/loop', 'method 1/args/2/value'),
      edge('method 1/return', 'method 2/args/0/value'),
      edge('method 1/return', 'outgoing filteredRebootDeviceInputs'),
      edge('method 2/return', 'outgoing numberOfDevicesToReboot'),
    ],
    functions: [
      {
        name: 'hasOther',
        incoming: [
          schema('element', 'object'),
          schema('index', 'number', { optional: true }),
          schema('array', 'array', { optional: true }),
          schema('thisArg', 'object', {
            isContext: true,
            isIndexed: true,
            properties: { '0_loop': { type: 'array' } },
          }),
        ],
        outgoing: [schema('return', 'boolean')],
        steps: [
          method(1, 'Array.getIndex', [null, null]),
          method(2, 'Object.getProperty', [null, 'activeVolume']),
          method(3, 'Equality.inequality', [null, null]),
          edge('incoming thisArg/0_loop', 'method 1/args/0/value'),
          edge('incoming index', 'method 1/args/1/value'),
          edge('method 1/return', 'method 2/args/0/value'),
          edge('incoming element/targetVolume', 'method 3/args/0/value'),
          edge('method 2/return', 'method 3/args/1/value'),
          edge('method 3/return', 'outgoing return'),
        ],
        functions: [],
      },
    ],
  }),
  incoming: fc.record({
    rebootDeviceInputs: fc.array(fc.record({ targetVolume: small, adapterId: text }), {
      maxLength: 6,
    }),
    activeVolumeFound: fc.record({
      loop: fc.array(fc.record({ activeVolume: small }), { minLength: 4, maxLength: 8 }),
    }),
  }),
  byHand: ({ rebootDeviceInputs, activeVolumeFound }: VolumesIncoming) => {
    const differing = rebootDeviceInputs.filter((one, at) => {
      const found = activeVolumeFound.loop[at];
      if (!found) throw new TypeError('nothing was found at this place');
      // The transformation compares as `!=` does.
      return one.targetVolume != found.activeVolume;
    });
    return {
      filteredRebootDeviceInputs: differing,
      numberOfDevicesToReboot: differing.length,
    };
  },
};

interface VolumesIncoming {
  readonly rebootDeviceInputs: readonly { readonly targetVolume: JsonValue }[];
  readonly activeVolumeFound: { readonly loop: readonly { readonly activeVolume: JsonValue }[] };
}

/** The first three twins. */
export const LIST_TWINS: readonly TransformationTwin[] = [chunks, sets, volumes];
