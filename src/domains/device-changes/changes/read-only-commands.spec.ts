import { describe, expect, it } from 'vitest';
import { type DeviceTypeName } from '../../../connectors/devices/types/device-types.js';
import { readOnlyRefusal } from './read-only-commands.js';

describe('commands that only read', () => {
  it.each<[DeviceTypeName, string]>([
    ['cisco-ios', 'show version'],
    ['cisco-ios', 'sh ip int br'],
    ['cisco-ios', 'show run | inc hostname|version'],
    ['cisco-ios', 'ping 192.0.2.1'],
    ['cisco-ios', 'show run | include "^ip route|^router"'],
    ['cisco-ios', 'show run | section redirects|append'],
    ['juniper-junos', 'show configuration | match "address 192.0.2.1/24;"'],
    ['cisco-nx', 'show interface | include "a|b" | no-more'],
    ['cisco-xr', 'show bgp | begin x'],
    ['arista-eos', 'show version | json'],
    ['juniper-junos', 'show route table inet.0 | match 10 | display xml'],
    ['juniper-junos', 'file checksum sha-256 /var/tmp/image'],
    ['juniper-junos', 'ping 192.0.2.1 count 3'],
    ['linux-frr', 'show bgp summary'],
  ])('are run on %s: %s', (type, command) => {
    expect(readOnlyRefusal(type, command)).toBeUndefined();
  });

  it.each<[DeviceTypeName, string]>([
    ['cisco-ios', ''],
    ['cisco-ios', 'configure terminal'],
    ['cisco-ios', 'reload'],
    ['cisco-ios', 'show version\nreload'],
    ['cisco-ios', 'show run | redirect flash:x'],
    ['cisco-ios', 'show run | tee flash:x'],
    ['cisco-ios', 'show run | t flash:x'],
    ['cisco-ios', 'shutdown'],
    ['cisco-ios', 'write memory'],
    ['cisco-ios', 'copy ftp://a flash:'],
    ['cisco-nx', 'show version ; reload'],
    ['cisco-nx', 'show version > bootflash:x'],
    ['arista-eos', 'show version | bash reload'],
    ['arista-eos', 'bash reboot'],
    ['juniper-junos', 'show configuration | save /tmp/x'],
    ['juniper-junos', 'request system reboot'],
    ['juniper-junos', 'ping 192.0.2.1'],
    ['juniper-junos', 'file delete x'],
    ['cisco-ios', 'show run | include x | redirect flash:x'],
    ['cisco-ios', 'show run | include "x" | tee ftp://192.0.2.1/x'],
    ['cisco-ios', 'show run | include x |app flash:x'],
    ['cisco-ios', 'dir "| redirect flash:x"'],
    ['cisco-ios', 'show version & reload'],
    ['cisco-ios', 'show version\u0085reload'],
    ['cisco-ios', 'show version\vreload'],
    ['cisco-ios', 'show version\u2029reload'],
    ['cisco-ios', 'show\tversion'],
    ['cisco-ios', 'show version\u0003'],
    ['cisco-nx', 'show run | include "a ; reload"'],
    ['cisco-nx', 'show run | include "a > bootflash:x"'],
    ['cisco-nx', 'sh "; reload "'],
    ['cisco-nx', 'show x | include "a\\" | redirect bootflash:x "'],
    ['cisco-xr', 'show tech-support bgp'],
    ['arista-eos', 'show running-config "| redirect flash:x"'],
    ['juniper-junos', 'show configuration | s /var/tmp/x'],
    ['juniper-junos', 'show configuration "a\\"" | save x | match "'],
    ['juniper-junos', 'ping 192.0.2.1 | count 1'],
    ['juniper-junos', 'file show /etc/ssh/ssh_host_rsa_key'],
    ['linux-frr', 'ping 192.0.2.1'],
    ['linux-frr', 'sh -c reboot'],
    ['linux-frr', 'sh /tmp/x.sh'],
    ['linux-frr', 'show version && reboot'],
    ['linux-frr', 'show version || reboot'],
    ['linux-frr', 'show `reboot`'],
    ['linux-frr', 'show $(reboot)'],
    ['linux-frr', 'show "$(reboot)"'],
    ['linux-frr', 'show version < x'],
    ['linux-frr', `show ${'x'.repeat(1100)}`],
  ])('are all that is run on %s, not %s', (type, command) => {
    expect(readOnlyRefusal(type, command)).toBeDefined();
  });
});
