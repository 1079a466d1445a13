import { type TaskSummaries } from './task-description.js';
import { TEXT_TASKS } from './text-tasks.js';

const PORTS = ['Gi0/1', 'Gi0/2', 'Gi0/3'];
const DEVICE = { name: 'edge-1', site: 'Oslo' };
const TIME = '2026-12-01T07:30:00.000Z';

/** Functions of values, by the tables that they stand in. */
export const FUNCTION_TASKS: Readonly<Record<string, TaskSummaries>> = {
  texts: TEXT_TASKS,
  lists: {
    arrayConcat: {
      does: 'Two lists, one after the other.',
      incoming: { arr: PORTS, arrayN: ['Gi0/4'] },
    },
    arrayIncludes: {
      does: 'Whether a list has an element, from a place on.',
      incoming: { arr: PORTS, searchElement: 'Gi0/2', fromIndex: 0 },
    },
    arrayIndexOf: {
      does: 'Where a list has an element first; -1 for nowhere.',
      incoming: { arr: PORTS, searchElement: 'Gi0/2', fromIndex: 0 },
    },
    arrayLastIndexOf: {
      does: 'Where a list has an element last; -1 for nowhere.',
      incoming: { arr: PORTS, searchElement: 'Gi0/2', fromIndex: 2 },
    },
    arrayLength: { does: 'How many elements a list has.', incoming: { arr: PORTS } },
    arrayPop: { does: 'The list without its last element.', incoming: { arr: PORTS } },
    arrayPush: {
      does: 'The list with one element more at its end.',
      incoming: { arr: PORTS, elementN: 'Gi0/4' },
    },
    arrayShift: { does: 'The list without its first element.', incoming: { arr: PORTS } },
    arraySlice: {
      does: 'The elements from a place up to another one; places below 0 count from the end.',
      incoming: { arr: PORTS, begin: 0, end: 2 },
    },
    arrayToString: {
      does: 'The elements as one text, with commas between them.',
      incoming: { arr: PORTS },
    },
    copyWithin: {
      does: 'The list with a part of itself copied over the elements from `target` on.',
      incoming: { arr: PORTS, target: 0, start: 1, end: 2 },
    },
    fill: {
      does: 'The list with a value in the places from `start` up to `end`.',
      incoming: { arr: PORTS, value: null, start: 0, end: 1 },
    },
    flat: {
      does: 'The list with the elements of lists within it in their place, so many levels deep.',
      incoming: { arr: [['Gi0/1'], ['Gi0/2']], depth: 1 },
    },
    isArray: { does: 'Whether a value is a list.', incoming: { arr: PORTS } },
    join: {
      does: 'The elements as one text, with a separator between them.',
      incoming: { arr: PORTS, separator: ', ' },
    },
    map: {
      does: 'An object: the elements of `arr` are its keys, those of `map` at the same places its values.',
      incoming: { arr: ['name', 'site'], map: ['edge-1', 'Oslo'] },
    },
    reverse: { does: 'The elements in the other direction.', incoming: { arr: PORTS } },
    sort: {
      does: 'The elements in the order of their texts.',
      incoming: { arr: ['Gi0/2', 'Gi0/1'] },
    },
    splice: {
      does: 'The list without `deleteCount` elements from `start` on, and with others in their place.',
      incoming: { arr: PORTS, start: 1, deleteCount: 1, itemN: ['Te0/1'] },
    },
    unshift: {
      does: 'The list with one element more at its beginning.',
      incoming: { arr: PORTS, elementN: 'Gi0/0' },
    },
  },
  objects: {
    FlattenJSONFormInput: {
      does: 'The object; lists of one element become that element.',
      incoming: { input: { site: ['Oslo'], port: 7 } },
    },
    assign: {
      does: 'Objects put together; what comes later wins.',
      incoming: { target: DEVICE, sourceN: [{ site: 'Bergen' }] },
    },
    entries: {
      does: 'The members of an object, each as a list of its key and its value.',
      incoming: { obj: DEVICE },
    },
    keys: { does: 'The keys of an object.', incoming: { obj: DEVICE } },
    modify: {
      does: 'The object with another value where a query points; the empty query points at all of it.',
      incoming: { object_to_update: DEVICE, query: 'site', new_value: 'Bergen' },
    },
    objectHasOwnProperty: {
      does: 'Whether an object has a key.',
      incoming: { obj: DEVICE, prop: 'site' },
    },
    setObjectKey: {
      does: 'The object with a value under a path of keys; parents that are missing are made.',
      incoming: { obj: DEVICE, path: ['port', 'name'], value: 'Gi0/1' },
    },
    values: { does: 'The values of an object.', incoming: { obj: DEVICE } },
  },
  numbers: {
    isInteger: { does: 'Whether a value is a whole number.', incoming: { num: 7 } },
    numberToString: { does: 'A number as text, to a base.', incoming: { num: 255, radix: 16 } },
    parseFloat: {
      does: 'The number at the beginning of a text.',
      incoming: { str: '98.6 percent' },
    },
    parseInt: {
      does: 'The whole number at the beginning of a text, to a base.',
      incoming: { str: '42 ports', radix: 10 },
    },
    toExponential: {
      does: 'A number as text with an exponent.',
      incoming: { num: 1500, fractionDigits: 1 },
    },
    toFixed: {
      does: 'A number as text with so many digits after the point.',
      incoming: { num: 98.643, digits: 1 },
    },
    toPrecision: {
      does: 'A number as text with so many digits.',
      incoming: { num: 98.643, precision: 3 },
    },
  },
  times: {
    addDuration: {
      does: 'A time later by a duration, an object of units or milliseconds; earlier by one below zero.',
      incoming: { inputTime: TIME, offsetDuration: { days: 1 } },
    },
    calculateTimeDiff: {
      does: 'How much later the first time is, in each unit by itself.',
      incoming: { firstTime: '2026-12-02T07:30:00.000Z', secondTime: TIME },
    },
    convertEpochToObject: {
      does: 'A time from seconds or milliseconds since 1970.',
      incoming: { epoch: 1796110200, epochFormat: 'Seconds', newFormatString: 'YYYY-MM-DD HH:mm' },
    },
    convertTimeFormat: {
      does: 'A time in another format (those of moment.js).',
      incoming: { inputTime: TIME, newFormatString: 'DD.MM.YYYY' },
    },
    convertTimeToEpoch: {
      does: 'Seconds or milliseconds since 1970 of a time.',
      incoming: { inputTime: TIME, EpochFormat: 'Seconds' },
    },
    convertTimezone: {
      does: 'A time of Greenwich as the clocks of a time zone show it.',
      incoming: { inputTime: TIME, NewTimezone: 'Europe/Oslo' },
    },
    getTime: {
      does: 'What time it is, in a time zone, later or earlier by a duration.',
      incoming: {
        timezone: 'Europe/Oslo',
        offsetDuration: { hours: 1 },
        format: 'YYYY-MM-DD HH:mm',
      },
    },
  },
  formats: {
    asciiToBase64: { does: 'A text as base64.', incoming: { asciiString: 'admin' } },
    base64ToAscii: { does: 'The text that base64 holds.', incoming: { base64String: 'YWRtaW4=' } },
    csvStringToJSON: {
      does: 'The rows of CSV, as objects by the names in the first row; with `headers` false as lists.',
      incoming: { csvString: 'name,site\nedge-1,Oslo', options: { delimiter: ',' } },
    },
    csvStringToJson: {
      does: 'The same as `csvStringToJSON`.',
      incoming: {
        csvString: 'name;site\nedge-1;Oslo',
        options: { delimiter: ';', headers: false },
      },
    },
    objectToString: {
      does: 'The same as `stringify`.',
      incoming: { value: DEVICE, replacer: ['name'], space: 0 },
    },
    parse: {
      does: 'The value that a text of JSON holds.',
      incoming: { text: '{"name":"edge-1"}' },
    },
    stringify: {
      does: 'A value as a text of JSON.',
      incoming: { value: DEVICE, replacer: ['name'], space: 0 },
    },
    validateJsonSchema: {
      does: 'Whether a value is as a JSON Schema demands, and what is not.',
      incoming: {
        jsonData: { port: 'seven' },
        schema: { type: 'object', properties: { port: { type: 'number' } } },
      },
    },
  },
};
