import { type DemoPorts } from '../ports.js';
import { seedDevices } from './devices.js';
import { DEMO_PASSWORD, seedPeople } from './people.js';
import { PlatformApi } from './platform-api.js';
import { seedSystems } from './systems.js';
import { seedWork } from './work.js';

/** Does a step of a start, and says so while it goes on. */
export type Steps = <T>(what: string, step: () => Promise<T>) => Promise<T>;

/** Fills a fresh platform by its own operations. */
export async function seed(url: string, ports: DemoPorts, step: Steps): Promise<void> {
  const api = await PlatformApi.signIn(url, 'admin', DEMO_PASSWORD);
  await step('Making accounts and groups', () => seedPeople(api));
  await step('Connecting systems and installing packages', () => seedSystems(api, ports));
  await step('Backing up and changing devices', () => seedDevices(api, ports));
  await step('Running jobs', () => seedWork(api));
}
