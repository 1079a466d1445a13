import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import {
  leaf,
  MODULES,
  type YangModule,
  type YangNode,
} from '../../test/support/fakes/orchestrator/yang.js';
import { DEVICES } from './devices.js';

const names = DEVICES.map(({ name }) => name);

function texts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A VPN over some devices, or over all of them. */
const vpn: YangNode = {
  kind: 'list',
  keys: ['name'],
  children: {
    name: leaf(),
    customer: leaf(),
    'route-distinguisher': leaf(),
    device: { kind: 'leaf-list', type: 'device' },
    're-deploy': { kind: 'action' },
    check: { kind: 'action', act: () => ({ result: true }) },
  },
  service: (instance) => {
    const chosen = texts(instance['device']);
    const name = texts([instance['name'] ?? '']).join();
    const distinguisher = texts([instance['route-distinguisher'] ?? '']).join() || '64512:1';
    return (chosen.length > 0 ? chosen : names).map((device) => ({
      device,
      lines: [`vrf definition ${name}`, ` rd ${distinguisher}`],
    }));
  },
};

/** What the orchestrator of the demo is loaded with. */
export const SERVICE_MODULES: readonly YangModule[] = [
  ...MODULES,
  {
    name: 'acme',
    revision: '2026-01-01',
    namespace: 'http://acme.example/services',
    nodes: { vpn },
  },
];

/** Its datastore at first. */
export function startingDatastore(ports: Readonly<Record<string, number>>): JsonObject {
  const device = DEVICES.map(({ name }) => ({
    name,
    address: '127.0.0.1',
    port: ports[name] ?? 22,
    authgroup: 'default',
  }));
  return {
    'tailf-ncs:devices': { device },
    'ietf-interfaces:interfaces': {
      interface: [
        { name: 'GigabitEthernet0/1', description: 'uplink to the core', enabled: true },
        { name: 'Loopback0', description: 'system', enabled: true },
      ],
    },
    'acme:vpn': [{ name: 'green', customer: 'Green Ltd', device: ['edge-1'] }],
  };
}

/** The datastore that an earlier start left. */
export function readDatastore(text: string | undefined): JsonObject | undefined {
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  return isJsonObject(value) ? value : undefined;
}
