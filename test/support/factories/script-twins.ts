import fc from 'fast-check';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/kernel/json.js';
import { jsonData } from '../arbitraries/json-data.js';
import { aTransformation, edge, method, schema } from './a-transformation.js';
import { callbackOf } from './transformation-functions.js';
import { type TransformationTwin } from './transformation-twins.js';

interface Status {
  readonly address: string;
  readonly output?: string;
  readonly exitCode?: number;
  readonly hostname?: string;
  readonly machineId?: string;
}
interface Scripted {
  readonly scriptResult: {
    readonly response: { readonly userScriptTaskStatuses: readonly Status[] };
  };
}

const text = fc.string({ maxLength: 8 });
const outputs = fc.oneof(
  text,
  fc
    .record({ amount: fc.constantFrom('9', '15', '200', 'x'), unit: fc.constantFrom('GiB', 'MiB') })
    .map(({ amount, unit }) => `Volume\n/shared ${amount} ${unit} free\nend`),
);
const statuses = fc.array(fc.record({ address: text, output: outputs }), { maxLength: 4 });
const licensed = fc.array(
  fc.record(
    {
      address: text,
      output: fc.constantFrom('New license installed', 'no', ''),
      exitCode: fc.nat(3),
      hostname: text,
      machineId: text,
    },
    { requiredKeys: ['address', 'output'] },
  ),
  { minLength: 1, maxLength: 3 },
);

const disks: TransformationTwin = {
  title: 'free space out of the output of scripts',
  realFile: 'Check_Available_Disk_Space_BIG-IP.json',
  document: aTransformation({
    name: 'Disks',
    incoming: [schema('availableDiskResponse', 'object')],
    outgoing: [schema('enoughDiskSpaceFree', 'boolean'), schema('diskSpaceMessage', 'string')],
    steps: [
      method(1, 'Boolean.new Boolean', [true]),
      method(2, 'Array.map', [null, 'judged']),
      method(3, 'Array.reduce', [null, 'inARow', '\n']),
      method(4, 'Array.reduce', [null, 'all', null]),
      edge(
        'incoming availableDiskResponse/scriptResult/response/userScriptTaskStatuses',
        'method 2/args/0/value',
      ),
      edge('method 2/return', 'method 3/args/0/value'),
      edge('method 2/return', 'method 4/args/0/value'),
      edge('declaration 1/return', 'method 4/args/2/value'),
      edge('method 3/return', 'outgoing diskSpaceMessage'),
      edge('method 4/return', 'outgoing enoughDiskSpaceFree'),
    ],
    functions: [
      callbackOf(
        'judged',
        ['currentValue', 'index', 'array'],
        [],
        [
          method(1, 'RegExp.new RegExp', ['\\/.*free', 'gm']),
          method(2, 'RegExp.exec', [null, null]),
          method(3, 'Array.pop', [null]),
          method(4, 'String.split', [null, ' ', null]),
          { id: 5, type: 'function', function: 'isEnough', args: ['', ''] },
          edge('declaration 1/return', 'method 2/args/0/value'),
          edge('incoming currentValue/output', 'method 2/args/1/value'),
          edge('method 2/return', 'method 3/args/0/value'),
          edge('method 3/return/value', 'method 4/args/0/value'),
          edge('method 4/return', 'function 5/args/0/value'),
          edge('incoming currentValue/address', 'function 5/args/1/value'),
          edge('function 5/return/isEnough', 'outgoing result/isEnough'),
          edge('function 5/return/message', 'outgoing result/message'),
        ],
      ),
      {
        name: 'isEnough',
        incoming: [schema('words', 'array'), schema('address')],
        outgoing: [schema('isEnough', 'boolean'), schema('message')],
        steps: [
          method(1, 'Array.getIndex', [null, 1]),
          method(2, 'Array.getIndex', [null, 2]),
          method(3, 'Equality.equality', [null, 'GiB']),
          method(4, 'Number.new Number', [null]),
          method(5, 'Relational.greaterThanOrEqual', [null, 15]),
          method(6, 'Logical.and', [null, null]),
          {
            id: 7,
            type: 'template',
            library: 'String',
            method: 'templateLiteral',
            template:
              'Device at ${address}: Disk has ${amount} ${measure} free. Disk must have at least 15 GiB free.',
            args: [null, null, null],
          },
          edge('incoming words', 'method 1/args/0/value'),
          edge('incoming words', 'method 2/args/0/value'),
          edge('method 2/return', 'method 3/args/0/value'),
          edge('method 1/return', 'declaration 4/args/0/value'),
          edge('declaration 4/return', 'method 5/args/0/value'),
          edge('method 3/return', 'method 6/args/0/value'),
          edge('method 5/return', 'method 6/args/1/value'),
          edge('incoming address', 'template 7/args/0/value'),
          edge('method 1/return', 'template 7/args/1/value'),
          edge('method 2/return', 'template 7/args/2/value'),
          edge('method 6/return', 'outgoing isEnough'),
          edge('template 7/return', 'outgoing message'),
        ],
        functions: [],
      },
      callbackOf(
        'inARow',
        ['accumulator', 'currentValue', 'index', 'array'],
        [],
        [
          method(1, 'String.concat', [null, null, '\n']),
          edge('incoming accumulator', 'method 1/args/0/value'),
          edge('incoming currentValue/message', 'method 1/args/1/value'),
          edge('method 1/return', 'outgoing result'),
        ],
      ),
      callbackOf(
        'all',
        ['accumulator', 'currentValue', 'index', 'array'],
        [],
        [
          method(1, 'Logical.and', [null, null]),
          edge('incoming accumulator', 'method 1/args/0/value'),
          edge('incoming currentValue/isEnough', 'method 1/args/1/value'),
          edge('method 1/return', 'outgoing result'),
        ],
      ),
    ],
  }),
  incoming: statuses.map((userScriptTaskStatuses) => ({
    availableDiskResponse: { scriptResult: { response: { userScriptTaskStatuses } } },
  })),
  byHand: ({ availableDiskResponse }: { availableDiskResponse: Scripted }) => {
    let message = '\n';
    let isEnough = true;
    for (const one of availableDiskResponse.scriptResult.response.userScriptTaskStatuses) {
      const found = /\/.*free/m.exec(one.output ?? '');
      if (!found) throw new TypeError('no disk in the output');
      const [, amount, measure] = found[0].split(' ');
      message += `Device at ${one.address}: Disk has ${amount} ${measure} free. Disk must have at least 15 GiB free.\n`;
      isEnough &&= measure === 'GiB' && Number(amount) >= 15;
    }
    return { enoughDiskSpaceFree: isEnough, diskSpaceMessage: message };
  },
};

const licences: TransformationTwin = {
  title: 'what scripts answered, device by device',
  realFile: 'Evaluate_License_Activation_-_BIG-IQ.json',
  document: aTransformation({
    name: 'Licences',
    incoming: [schema('licenseActivationResult', 'object')],
    outgoing: [
      schema('licenseActivationMappedResults', 'array'),
      schema('licenseActivationResult', 'boolean'),
    ],
    steps: [
      method(1, 'Array.map', [null, 'read']),
      method(2, 'Array.reduce', [null, 'all', true]),
      edge('incoming licenseActivationResult/loop', 'method 1/args/0/value'),
      edge('method 1/return', 'method 2/args/0/value'),
      edge('method 1/return', 'outgoing licenseActivationMappedResults'),
      edge('method 2/return', 'outgoing licenseActivationResult'),
    ],
    functions: [
      callbackOf(
        'read',
        ['currentValue', 'index', 'array'],
        [],
        [
          method(1, 'Array.pop', [null]),
          method(2, 'Logical.nullish', [null, 'failed']),
          method(3, 'Logical.nullish', [null, 'failed']),
          edge(
            'incoming currentValue/scriptResult/response/userScriptTaskStatuses',
            'method 1/args/0/value',
          ),
          edge('method 1/return/value/output', 'method 2/args/0/value'),
          edge('method 1/return/value/exitCode', 'method 3/args/0/value'),
          ...['hostname', 'machineId', 'address'].map((key) =>
            edge(`method 1/return/value/${key}`, `outgoing result/${key}`),
          ),
          edge('method 2/return', 'outgoing result/output'),
          edge('method 3/return', 'outgoing result/exitCode'),
        ],
      ),
      callbackOf(
        'all',
        ['accumulator', 'currentValue', 'index', 'array'],
        [],
        [
          method(1, 'Object.getProperty', [null, 'output']),
          method(2, 'String.includes', [null, 'New license installed', null]),
          method(3, 'Logical.and', [null, null]),
          edge('incoming currentValue', 'method 1/args/0/value'),
          edge('method 1/return', 'method 2/args/0/value'),
          edge('incoming accumulator', 'method 3/args/0/value'),
          edge('method 2/return', 'method 3/args/1/value'),
          edge('method 3/return', 'outgoing result'),
        ],
      ),
    ],
  }),
  incoming: fc
    .array(
      licensed.map((userScriptTaskStatuses) => ({
        scriptResult: { response: { userScriptTaskStatuses } },
      })),
      { maxLength: 4 },
    )
    .map((loop) => ({ licenseActivationResult: { loop } })),
  byHand: ({ licenseActivationResult: { loop } }: LicencesIncoming) => {
    const mapped = loop.map(({ scriptResult }) => {
      const last = scriptResult.response.userScriptTaskStatuses.at(-1);
      if (!last) throw new TypeError('no status');
      const { hostname, machineId, address, output, exitCode } = last;
      return {
        ...(hostname !== undefined && { hostname }),
        ...(machineId !== undefined && { machineId }),
        address,
        output: output ?? 'failed',
        exitCode: exitCode ?? 'failed',
      };
    });
    return {
      licenseActivationMappedResults: mapped,
      licenseActivationResult: mapped.every(({ output }) =>
        output.includes('New license installed'),
      ),
    };
  },
};

interface LicencesIncoming {
  readonly licenseActivationResult: { readonly loop: readonly Scripted[] };
}

interface SourceFile extends JsonObject {
  readonly name: string;
  readonly content: string;
}

const packageFiles: TransformationTwin = {
  title: 'a file of JSON changed among others',
  realFile: 'updatePackageGitHubJSON.json',
  document: aTransformation({
    name: 'Files',
    incoming: [
      schema('filesArray', 'array'),
      schema('packageJsonName'),
      schema('packageJsonVersion'),
    ],
    outgoing: [schema('fixedArray', 'array')],
    steps: [
      method(1, 'Object.new Object', ['{"type": "git", "hostname": "git.example"}']),
      method(2, 'Array.find', [null, 'isPackage', null]),
      method(3, 'Object.getProperty', [null, 'content']),
      method(4, 'JSON.parse', [null, null]),
      method(5, 'Object.setProperty', [null, 'version', null]),
      method(6, 'Object.setProperty', [null, 'repository', null]),
      method(7, 'Object.setProperty', [null, 'name', null]),
      method(8, 'JSON.stringify', [null, null, '  ']),
      method(9, 'Array.map', [null, 'withContent', null]),
      edge('incoming filesArray', 'method 2/args/0/value'),
      edge('method 2/return', 'method 3/args/0/value'),
      edge('method 3/return', 'method 4/args/0/value'),
      edge('method 4/return', 'method 5/args/0/value'),
      edge('incoming packageJsonVersion', 'method 5/args/2/value'),
      edge('method 5/return', 'method 6/args/0/value'),
      edge('declaration 1/return', 'method 6/args/2/value'),
      edge('method 6/return', 'method 7/args/0/value'),
      edge('incoming packageJsonName', 'method 7/args/2/value'),
      edge('method 7/return', 'method 8/args/0/value'),
      edge('incoming filesArray', 'method 9/args/0/value'),
      edge('method 8/return', 'method 9/args/2/value'),
      edge('method 9/return', 'outgoing fixedArray'),
    ],
    functions: [
      callbackOf(
        'isPackage',
        ['element', 'index', 'array'],
        ['unused'],
        [
          method(1, 'Equality.equality', [null, 'package.json']),
          edge('incoming element/name', 'method 1/args/0/value'),
          edge('method 1/return', 'outgoing result'),
        ],
      ),
      callbackOf(
        'withContent',
        ['currentValue', 'index', 'array'],
        ['content'],
        [
          method(1, 'Equality.equality', [null, 'package.json']),
          method(2, 'Object.setProperty', [null, 'content', null]),
          method(3, 'Conditional.ternary', [null, null, null]),
          edge('incoming currentValue/name', 'method 1/args/0/value'),
          edge('incoming currentValue', 'method 2/args/0/value'),
          edge('incoming content', 'method 2/args/2/value'),
          edge('method 1/return', 'method 3/args/0/value'),
          edge('method 2/return', 'method 3/args/1/value'),
          edge('incoming currentValue', 'method 3/args/2/value'),
          edge('method 3/return', 'outgoing result'),
        ],
      ),
    ],
  }),
  incoming: fc.record({
    filesArray: fc.array(
      fc.record({
        name: fc.constantFrom('package.json', 'README.md'),
        content: fc.oneof(
          {
            weight: 4,
            arbitrary: fc
              .dictionary(fc.constantFrom('a', 'name', 'files'), jsonData(2))
              .map((value) => JSON.stringify(value)),
          },
          { weight: 1, arbitrary: text },
        ),
      }),
      { maxLength: 4 },
    ),
    packageJsonName: text,
    packageJsonVersion: text,
  }),
  byHand: ({ filesArray, packageJsonName: name, packageJsonVersion }: FilesIncoming, document) => {
    const found = filesArray.find((file) => file.name === 'package.json');
    if (!found) throw new TypeError('no such file');
    const content = JSON.parse(found.content) as JsonValue;
    if (content === null || Array.isArray(content)) throw new TypeError('no object');
    const members = { version: packageJsonVersion, repository: repositoryIn(document), name };
    // JavaScript sets no member of a number or a text, and says nothing.
    const changed = isJsonObject(content) ? { ...content, ...members } : content;
    const written = JSON.stringify(changed, null, '  ');
    return {
      fixedArray: filesArray.map((file) =>
        file.name === 'package.json' ? { ...file, content: written } : file,
      ),
    };
  },
};

interface FilesIncoming {
  readonly filesArray: readonly SourceFile[];
  readonly packageJsonName: string;
  readonly packageJsonVersion: string;
}

/** The object that the document itself declares. */
function repositoryIn(document: JsonObject): JsonValue {
  const steps = document['steps'] as readonly JsonObject[];
  const [declared] = steps.find((step) => step['method'] === 'new Object')?.['args'] as [string];
  return JSON.parse(declared) as JsonValue;
}

/** The other three twins. */
export const SCRIPT_TWINS: readonly TransformationTwin[] = [disks, licences, packageFiles];
