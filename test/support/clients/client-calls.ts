import { type ClientCall } from './client-call.js';
import { CONTENT_CALLS } from './content-calls.js';
import { DEVICE_CALLS } from './device-calls.js';
import { DOCUMENT_CALLS } from './document-calls.js';
import { ENGINE_CALLS } from './engine-calls.js';
import { FURTHER_CALLS } from './further-calls.js';
import { PEOPLE_CALLS } from './people-calls.js';
import { PLATFORM_CALLS } from './platform-calls.js';
import { SYSTEM_CALLS } from './system-calls.js';

/** What public clients call, in an order in which each finds what it needs. */
export const CLIENT_CALLS: readonly ClientCall[] = [
  ...PLATFORM_CALLS,
  ...CONTENT_CALLS,
  ...DOCUMENT_CALLS,
  ...SYSTEM_CALLS,
  ...ENGINE_CALLS,
  ...DEVICE_CALLS,
  ...FURTHER_CALLS,
  ...PEOPLE_CALLS,
];

/** Observed calls that are not held here, and why. */
export const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/gateway_manager/, 'gateways are not part of the platform yet'],
  [/inventory_manager/, 'inventories are not part of the platform yet'],
  [/lifecycle-manager/, 'resources with a life cycle are not part of the platform yet'],
  [/agent-project-service/, 'agents are not part of the platform'],
  [
    /configuration_manager\/(config_specs|configs|(search\/)?compliance|import\/golden|export\/golden)/,
    'golden configurations and compliance are not part of the platform yet',
  ],
  [/automation-studio\/templates/, 'held by the tests of templates'],
  [/^POST \/applications$/, 'applications are modules of the platform: none can be added (405)'],
  [/\/loglevel$/, 'the client fails before it sends anything'],
];

/** Observed calls that are not held yet. */
export const OPEN: readonly string[] = [];
