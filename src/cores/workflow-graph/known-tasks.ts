/** Tasks that run by themselves within a step of a job: functions of what they are given. */
const FUNCTIONS = [
  'FlattenJSONFormInput',
  'addDuration',
  'arrayConcat',
  'arrayIncludes',
  'arrayIndexOf',
  'arrayLastIndexOf',
  'arrayLength',
  'arrayPop',
  'arrayPush',
  'arrayShift',
  'arraySlice',
  'arrayToString',
  'asciiToBase64',
  'assign',
  'base64ToAscii',
  'calculateTimeDiff',
  'charAt',
  'charCodeAt',
  'codePointAt',
  'concat',
  'concatArray',
  'convertEpochToObject',
  'convertTimeFormat',
  'convertTimeToEpoch',
  'convertTimezone',
  'copyWithin',
  'csvStringToJSON',
  'csvStringToJson',
  'deepmerge',
  'endsWith',
  'entries',
  'evaluation',
  'fill',
  'flat',
  'getTime',
  'includes',
  'indexOf',
  'isArray',
  'isInteger',
  'join',
  'keys',
  'lastIndexOf',
  'length',
  'localeCompare',
  'makeData',
  'map',
  'match',
  'merge',
  'modify',
  'newVariable',
  'normalize',
  'numberToString',
  'objectHasOwnProperty',
  'objectToString',
  'padEnd',
  'padStart',
  'parse',
  'parseFloat',
  'parseInt',
  'pop',
  'push',
  'query',
  'repeat',
  'replace',
  'replaceAll',
  'reverse',
  'search',
  'setObjectKey',
  'shift',
  'slice',
  'sort',
  'splice',
  'split',
  'startsWith',
  'stringConcat',
  'stringLength',
  'stringify',
  'substr',
  'substring',
  'toExponential',
  'toFixed',
  'toLowerCase',
  'toPrecision',
  'toString',
  'toUpperCase',
  'transformation',
  'trim',
  'trimEnd',
  'trimStart',
  'unshift',
  'updateJobDescription',
  'validateJsonSchema',
  'values',
] as const;

/** Tasks that the engine itself waits with. */
const WAITING = ['childJob', 'delay', 'eventListenerJob', 'forEach', 'stub'] as const;

/**
 * What the platform's own applications can do in a workflow, apart from tasks for people. Kept here by
 * hand, because a workflow is judged where no engine is known; a test of the engine compares the two.
 */
export const KNOWN_TASKS: Readonly<Record<string, readonly string[]>> = {
  WorkFlowEngine: [...FUNCTIONS, ...WAITING, 'excelToJson', 'notify', 'restCall'],
  MOP: [
    'RunCommand',
    'RunCommandDevices',
    'RunCommandTemplate',
    'RunCommandTemplateSingleCommand',
    'reattempt',
    'runAnalyticsTemplate',
    'runAnalyticsTemplateDevices',
  ],
  AppArtifacts: [
    'addArtifactToAdminEssentials',
    'componentDiscovery',
    'createPublishedArtifactFromScratch',
    'replaceArtifactAdminEssentials',
  ],
  ConfigurationManager: [
    'backUpDevice',
    'getDevice',
    'getDeviceBackupById',
    'getDevicesFiltered',
    'isAlive',
  ],
  AGManager: ['itential_cli', 'itential_netmiko_set_config'],
  GatewayManager: ['sendConfig'],
  NSOManager: ['runAction'],
  OrchestratorManager: ['restAction'],
  ServiceManagement: ['getInstance', 'saveInstances', 'testInstances'],
  TemplateBuilder: [
    'parseTemplate',
    'renderJinja2Context',
    'renderJinja2ContextWithCast',
    'renderJinja2Template',
    'renderJinja2TemplateWithCast',
    'renderJinjaTemplate',
  ],
};

const NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(KNOWN_TASKS).map(([app, names]) => [app, new Set(names)]),
);

/**
 * Whether nothing here can do what a task asks for: an application of the platform does not have it, or
 * the task says that its application is one (`Application`) and it is none. Nobody knows beforehand what
 * adapters and other systems can do.
 */
export function isUnknownTask(app: string, name: string, location: string): boolean {
  const names = NAMES.get(app);
  return names === undefined ? location === 'Application' : !names.has(name);
}

/** Applications whose tasks people look for in other ones. */
const MISTAKEN = ['AppArtifacts', 'ServiceManagement'] as const;

/** What to use for a task that the application which is named has not; undefined where nothing here does the same. */
export function insteadOf(name: string): string | undefined {
  const app = MISTAKEN.find((one) => NAMES.get(one)?.has(name));
  return app && `the task '${name}' of '${app}'`;
}
