/** Whether a part of the platform does its work. */
export const PART_STATES = ['working', 'failing'] as const;
export type PartState = (typeof PART_STATES)[number];

/** What a balancer is told when it may send callers here. */
export interface Readiness {
  readonly status: 'ready';
  /** Names of the parts that were asked. */
  readonly parts: readonly string[];
}

/** A part of the platform as its probe found it. */
export interface PartHealth {
  readonly name: string;
  readonly status: PartState;
  readonly durationMs: number;
  /** Why it fails. */
  readonly detail?: string;
}

/** The platform and its parts, for operators. */
export interface PlatformHealth {
  readonly status: PartState;
  readonly stopping: boolean;
  readonly parts: readonly PartHealth[];
  readonly host: string;
  /** This process on its host. */
  readonly serverId: string;
  readonly timestamp: number;
  /** The parts again, where existing clients look for them. */
  readonly services: readonly ServiceState[];
  readonly apps: Condition;
  readonly adapters: Condition;
}

export const SERVICE_STATES = ['running', 'stopped'] as const;

/** A part of the platform as existing clients read it. */
export interface ServiceState {
  readonly service: string;
  readonly status: (typeof SERVICE_STATES)[number];
}

/** Whether all of several things do their work. */
export const CONDITIONS = ['running', 'degraded'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Memory of the process. */
export interface MemoryUse {
  readonly residentBytes: number;
  readonly heapUsedBytes: number;
  readonly heapTotalBytes: number;
}

/** What this server is, since when it runs and what it takes. */
export interface ServerFacts {
  readonly release: string;
  readonly version: string;
  readonly nodeVersion: string;
  readonly startedAt: string;
  readonly uptimeSeconds: number;
  readonly memory: MemoryUse;
  readonly arch: string;
  readonly platform: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly memoryUsage: NodeJS.MemoryUsage;
  readonly cpuUsage: NodeJS.CpuUsage;
  /** Seconds. */
  readonly uptime: number;
  readonly pid: number;
  /** Declared versions of the packages that the platform is made of. */
  readonly dependencies: Readonly<Record<string, string>>;
}
