import { PACKAGE_INFO } from '../../platform/config/package-info.js';
import { type ModuleHealth } from './module-health.dto.js';

type ProcessHealth = Omit<
  ModuleHealth,
  'id' | 'package_id' | 'description' | 'routePrefix' | 'state'
>;

/**
 * What every module shares with this process.
 * @param level from which on the server logs.
 */
export function processHealth(now: Date, level: string): ProcessHealth {
  const uptime = process.uptime();
  return {
    version: PACKAGE_INFO.version,
    uptime,
    prevUptime: uptime,
    memoryUsage: process.memoryUsage(),
    cpuUsage: process.cpuUsage(),
    pid: process.pid,
    logger: { console: level, file: 'none', syslog: 'none' },
    timestamp: now.getTime(),
  };
}
