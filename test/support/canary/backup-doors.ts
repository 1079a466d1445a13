import { type CanaryWorld, type Door } from './canary-world.js';

const PATH = '/configuration_manager/backups';

/** Configurations with secrets where devices of several types have them. */
function texts(world: CanaryWorld): readonly (readonly [string, string])[] {
  const plant = (what: string): string => world.canaries.plant(`${what} in a configuration`);
  return [
    [
      'cisco-ios',
      `hostname r1\nusername a secret 9 ${plant('secret')}\nsnmp-server community ${plant('community')} RO\nrouter bgp 1\n neighbor 192.0.2.1 password ${plant('password')}\n`,
    ],
    ['juniper-junos', `set snmp community ${plant('community of Junos')}\n`],
    // A hash has no blank in it, and no colon.
    [
      'linux-frr',
      `root:${world.canaries.plant('hash in a configuration', '')}:19000:0:99999:7:::\n`,
    ],
    ['xml', `<a>\n<password>\n  ${plant('password of XML')}\n</password>\n</a>\n`],
  ];
}

/** Secrets in configurations that were taken elsewhere. */
export const BACKUP_DOORS = {
  importBackups: async (world: CanaryWorld) => {
    for (const [type, rawConfig] of texts(world)) {
      const item = { name: `canary-${type}`, type, rawConfig };
      const refused = { ...item, date: 'never' };
      const body = { backups: [item, refused] };
      await world.submit('importBackups', { path: `${PATH}/import`, body });
    }
    await world.call('POST', PATH, { body: { options: {} } });
    const search = { pattern: 'secret|community|password|root', regex: true, scope: 'history' };
    await world.call('POST', `${PATH}/search`, { body: search });
  },
} as const satisfies Partial<Record<string, Door>>;
