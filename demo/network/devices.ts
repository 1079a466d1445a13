import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  playTerminal,
  startSshServer,
  type SshServer,
} from '../../test/support/fakes/ssh-server.js';
import { playDevice } from '../../test/support/fake-device-session.mjs';
import { openSshKey } from '../../test/support/open-ssh-key.js';
import { type DemoDirectory } from '../state.js';

/** With what the devices of the demo are signed in to. */
export const DEVICE_LOGIN = { username: 'netops', password: 'demo-device' } as const;

/** A device of the demo. */
export interface DemoDevice {
  readonly name: 'edge-1' | 'core-1' | 'leaf-1';
  /** A name of `DEVICE_TYPES`. */
  readonly type: string;
  readonly description: string;
  readonly configuration: string;
  /** What the device says to commands that only read, besides those that every one knows. */
  readonly answers: Readonly<Record<string, string>>;
}

export const DEVICES: readonly DemoDevice[] = [
  {
    name: 'edge-1',
    type: 'cisco-ios',
    description: 'Edge router, IOS-like',
    configuration: `hostname edge-1
username admin privilege 15 secret 5 $1$demo$ABCDEFGHIJKLMNOPQRSTU0
interface Loopback0
 description system
 ip address 192.0.2.1 255.255.255.255
interface GigabitEthernet0/1
 description uplink to the core
 ip address 198.51.100.1 255.255.255.252
interface GigabitEthernet0/2
 shutdown
router bgp 64512
 neighbor 198.51.100.2 remote-as 64513
snmp-server community demo-community RO
`,
    answers: {
      'show version': [
        'Cisco IOS Software, Demo Software (DEMO-M), Version 15.7(3)M, RELEASE SOFTWARE',
        'edge-1 uptime is 4 weeks, 2 days',
      ].join('\n'),
      'show inventory': [
        'NAME: "chassis", DESCR: "Demo router"',
        'PID: DEMO-RTR-1        , VID: V01 , SN: DEMO0000001',
      ].join('\n'),
    },
  },
  {
    name: 'core-1',
    type: 'juniper-junos',
    description: 'Core router, Junos-like',
    configuration: `version 21.4R1.12;
system {
    host-name core-1;
    root-authentication {
        encrypted-password "$6$demo$ABCDEFGHIJKLMNOPQRSTUVWXYZ"; ## SECRET-DATA
    }
}
interfaces {
    ge-0/0/0 {
        description "downlink to edge-1";
        unit 0 {
            family inet {
                address 198.51.100.2/30;
            }
        }
    }
}
`,
    answers: {
      'show version': 'Hostname: core-1\nModel: demo-core\nJunos: 21.4R1.12',
    },
  },
  {
    name: 'leaf-1',
    type: 'arista-eos',
    description: 'Leaf switch, EOS-like',
    configuration: `hostname leaf-1
username admin privilege 15 secret sha512 $6$demo$ABCDEFGHIJKLMNOPQRSTUVWXYZ
interface Ethernet1
   description servers of rack 1
interface Ethernet2
   description uplink to the core
interface Management1
   ip address 192.0.2.3/24
`,
    answers: {
      'show version': 'Demo vEOS-lab\nSoftware image version: 4.28.3M\nUptime: 4 weeks',
    },
  },
];

/** Starts a device: an SSH server that plays its terminal, on a configuration that stays. */
export async function startDemoDevice(
  device: DemoDevice,
  port: number,
  directory: DemoDirectory,
): Promise<SshServer> {
  const { name, type, configuration, answers } = device;
  const own = directory.within('devices', name);
  mkdirSync(own, { recursive: true, mode: 0o700 });
  const settings = { type, hostname: name, configuration, answers };
  const file = (part: string): string => join('devices', name, part);
  const hostKey = directory.read(file('host_key')) ?? openSshKey().private;
  directory.write(file('host_key'), hostKey);
  return startSshServer({
    ...playTerminal((streams) => playDevice(own, settings, streams)),
    port,
    hostKey,
    authenticate: (attempt) => {
      const { username } = attempt;
      if (attempt.method === 'password' && username === DEVICE_LOGIN.username) {
        if (attempt.password === DEVICE_LOGIN.password) {
          attempt.accept();
          return;
        }
      }
      attempt.reject(['password']);
    },
  });
}
