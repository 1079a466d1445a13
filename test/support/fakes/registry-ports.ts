import { type HttpRegistryPorts } from '../../../src/connectors/registry/http/http-registry-ports.js';
import { type Clock } from '../../../src/kernel/clock.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { resolveBySystem } from '../../../src/platform/outbound/checked-lookup.js';
import { HostSlots } from '../../../src/platform/outbound/host-slots.js';
import { OutboundClient } from '../../../src/platform/outbound/outbound-client.js';
import { HandClock } from '../hand-clock.js';

/** What registries over HTTP go through, with time that tests move and waits that take none. */
export interface TestRegistryPorts extends HttpRegistryPorts {
  readonly clock: Clock;
  /** Waits so far, in milliseconds. */
  readonly waits: readonly number[];
  close(): Promise<void>;
}

/** Ports without repeats of failed calls. */
export function registryPorts(
  options: { readonly limitBytes?: number; readonly environment?: Record<string, string> } = {},
): TestRegistryPorts {
  const { limitBytes = 1024 * 1024, environment = {} } = options;
  const client = new OutboundClient(loadConfig(environment).outbound, {
    resolve: resolveBySystem,
    random: () => 0,
    retryPolicy: { attemptsMax: 1, firstDelayMs: 0, factor: 1, delayMaxMs: 0, statuses: [] },
  });
  const clock = new HandClock();
  const waits: number[] = [];
  const requestsAtOnce = 4;
  return {
    client,
    clock,
    waits,
    wait: (ms) => {
      waits.push(ms);
      clock.advance({ ms });
      return Promise.resolve();
    },
    slots: new HostSlots(requestsAtOnce),
    requestsAtOnce,
    limitBytes,
    close: () => client.onApplicationShutdown(),
  };
}
