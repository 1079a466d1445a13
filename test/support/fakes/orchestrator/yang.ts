import { type JsonObject, type JsonValue } from '#kernel/json.js';

/** Lines that a service puts into the configuration of a device. */
export interface DeviceLines {
  readonly device: string;
  readonly lines: readonly string[];
}

/** A node of the schema. Children of another module than their parent carry its name: `vlan:vlan`. */
export interface YangNode {
  readonly kind: 'container' | 'list' | 'leaf' | 'leaf-list' | 'anydata' | 'action';
  /** Names of the key leafs of a list, in order. */
  readonly keys?: readonly string[];
  readonly children?: Readonly<Record<string, YangNode>>;
  readonly type?: 'string' | 'number' | 'boolean' | 'device';
  readonly mandatory?: true;
  /** Makes the list a service point: what an instance means for devices. */
  readonly service?: (instance: JsonObject) => readonly DeviceLines[];
  /** What an action answers; undefined for one without output. */
  readonly act?: (input: JsonObject, keys: readonly string[]) => JsonObject | undefined;
}

export interface YangModule {
  readonly name: string;
  readonly revision: string;
  readonly namespace: string;
  readonly nodes: Readonly<Record<string, YangNode>>;
  /** Below `/restconf/operations`. */
  readonly operations?: Readonly<Record<string, YangNode>>;
}

export const leaf = (type: YangNode['type'] = 'string'): YangNode => ({ kind: 'leaf', type });
export const required = (type: YangNode['type'] = 'string'): YangNode => ({
  kind: 'leaf',
  type,
  mandatory: true,
});
const list = (keys: readonly string[], children: YangNode['children'] = {}): YangNode => ({
  kind: 'list',
  keys,
  children,
});

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as JsonObject[]) : [];
}

/** A layer 3 VPN as the examples of such orchestrators have it. */
const l3vpn: YangNode = {
  ...list(['name'], {
    name: leaf(),
    'as-number': required('number'),
    endpoint: list(['id'], {
      id: leaf(),
      'ce-device': required('device'),
      'ce-interface': leaf(),
      'ip-network': leaf(),
      bandwidth: leaf('number'),
    }),
    're-deploy': { kind: 'action' },
  }),
  service: (instance) =>
    objects(instance['endpoint']).map((endpoint) => ({
      device: text(endpoint['ce-device']),
      lines: [
        `interface ${text(endpoint['ce-interface']) || 'Loopback0'}`,
        ` description ${text(instance['name'])} ${text(endpoint['id'])}`,
        ` bandwidth ${text(endpoint['bandwidth']) || '1000000'}`,
        `router bgp ${text(instance['as-number'])}`,
      ],
    })),
};

const vlan: YangNode = {
  ...list(['name'], {
    name: leaf(),
    'vlan-id': required('number'),
    device: { kind: 'leaf-list', type: 'device' },
    're-deploy': { kind: 'action' },
  }),
  service: (instance) =>
    (Array.isArray(instance['device']) ? instance['device'] : []).map((device) => ({
      device: text(device),
      lines: [`vlan ${text(instance['vlan-id'])}`, ` name ${text(instance['name'])}`],
    })),
};

const tunnel: YangNode = {
  ...list(['source', 'tunnel-id'], {
    source: leaf('device'),
    'tunnel-id': leaf('number'),
    destination: leaf(),
  }),
  service: (instance) => [
    {
      device: text(instance['source']),
      lines: [
        `interface Tunnel${text(instance['tunnel-id'])}`,
        ` tunnel destination ${text(instance['destination'])}`,
      ],
    },
  ],
};

const device: YangNode = list(['name'], {
  name: leaf(),
  address: leaf(),
  port: leaf('number'),
  authgroup: leaf(),
  'device-type': { kind: 'anydata' },
  config: { kind: 'anydata' },
  'check-sync': { kind: 'action' },
  'sync-from': { kind: 'action', act: () => ({ result: true }) },
  connect: { kind: 'action', act: () => ({ result: true, info: 'Connected to 127.0.0.1' }) },
});

/** What the simulated orchestrator is loaded with unless a test brings its own modules. */
export const MODULES: readonly YangModule[] = [
  {
    name: 'tailf-ncs',
    revision: '2024-04-09',
    namespace: 'http://tail-f.com/ns/ncs',
    nodes: {
      devices: {
        kind: 'container',
        children: {
          device,
          'global-settings': { kind: 'container', children: { 'read-timeout': leaf('number') } },
          'commit-queue': { kind: 'container', children: { 'queue-item': list(['id']) } },
          'check-sync': { kind: 'action' },
          'sync-from': { kind: 'action', act: () => ({ 'sync-result': [] }) },
        },
      },
      services: { kind: 'container', children: { 'vlan:vlan': vlan } },
    },
    operations: {
      'check-config': { kind: 'action', act: (input) => ({ result: true, given: input }) },
      'clear-cache': { kind: 'action' },
    },
  },
  {
    name: 'ietf-interfaces',
    revision: '2018-02-20',
    namespace: 'urn:ietf:params:xml:ns:yang:ietf-interfaces',
    nodes: {
      interfaces: {
        kind: 'container',
        children: {
          interface: list(['name'], {
            name: leaf(),
            description: leaf(),
            enabled: leaf('boolean'),
            speed: leaf('number'),
          }),
        },
      },
    },
  },
  {
    name: 'l3vpn',
    revision: '2021-11-04',
    namespace: 'http://com/example/l3vpn',
    nodes: { vpn: { kind: 'container', children: { l3vpn } } },
  },
  { name: 'vlan', revision: '2020-01-01', namespace: 'http://com/example/vlan', nodes: {} },
  {
    name: 'mpls',
    revision: '2022-06-01',
    namespace: 'http://com/example/mpls',
    nodes: { tunnel },
  },
];
