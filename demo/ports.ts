import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Where each part of the demo listens, unless something else is there at the first start. */
const PREFERRED = {
  platform: 3000,
  inbox: 3001,
  mail: 3002,
  orchestrator: 3003,
  registry: 3004,
  openIdProvider: 3005,
  'edge-1': 3022,
  'core-1': 3023,
  'leaf-1': 3024,
} as const;

/** Ports on the loopback address, by what listens there. */
export type DemoPorts = Readonly<Record<keyof typeof PREFERRED, number>>;

const PARTS = Object.keys(PREFERRED) as (keyof DemoPorts)[];

/** Ports for a first start. @param isOnAnyPort takes free ones alone, so that demos can run side by side. */
export async function choosePorts(isOnAnyPort: boolean): Promise<DemoPorts> {
  const chosen = new Map<keyof DemoPorts, number>();
  for (const part of PARTS) {
    const isPreferred = !isOnAnyPort && (await freePort(PREFERRED[part])) !== undefined;
    chosen.set(part, isPreferred ? PREFERRED[part] : await otherPort([...chosen.values()]));
  }
  return Object.fromEntries(chosen) as DemoPorts;
}

/** The parts of the network whose ports something else has taken since the last start. */
export async function takenPorts(ports: DemoPorts): Promise<readonly string[]> {
  const taken: string[] = [];
  for (const part of PARTS) {
    if ((await freePort(ports[part])) === undefined) taken.push(`${ports[part]} (${part})`);
  }
  return taken;
}

async function otherPort(chosen: readonly number[]): Promise<number> {
  const port = await freePort(0);
  return port === undefined || chosen.includes(port) ? otherPort(chosen) : port;
}

async function freePort(wanted: number): Promise<number | undefined> {
  const server = createServer().listen(wanted, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
