import { jobCaller, type WorkerCaller } from '#platform/workers/worker-pool.js';
import { type Principal } from '#kernel/principal.js';

/**
 * The platform itself, as far as objects with group-based access go: a member of no group, so that it sees
 * what everybody sees. Whoever may write a workflow could else reach every device by it.
 */
const PLATFORM: Principal = {
  id: '',
  provenance: 'platform',
  username: '',
  firstname: '',
  groups: [],
  roles: [],
};

/** In whose name a task works on devices. */
export function actingPrincipal(actor: Principal | null): Principal {
  return actor ?? PLATFORM;
}

/** Who is counted for what threads compute for a task. */
export function actingCaller(actor: Principal | null): WorkerCaller {
  return jobCaller(actingPrincipal(actor).id);
}
