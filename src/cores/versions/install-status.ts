import { requiresMoreThan } from './version-requirement.js';

/** A dependency that runs in an older version than is required. */
export interface Mismatch {
  readonly required: string;
  readonly running: string;
}

/** Whether a package can be installed here, and what stands in the way (operation 1). */
export interface InstallStatus {
  readonly installable: boolean;
  readonly missingDependencies: Readonly<Record<string, string>> | null;
  readonly mismatchingDependencies: Readonly<Record<string, Mismatch>> | null;
}

/**
 * Compares what a package requires with what runs here.
 * @param runningVersion the running version of a dependency; undefined when it does not run here.
 */
export function installStatus(
  dependencies: Readonly<Record<string, string>>,
  runningVersion: (dependency: string) => string | undefined,
): InstallStatus {
  const missing: [string, string][] = [];
  const mismatching: [string, Mismatch][] = [];
  for (const [name, required] of Object.entries(dependencies)) {
    const running = runningVersion(name);
    if (running === undefined) missing.push([name, required]);
    else if (requiresMoreThan(required, running)) mismatching.push([name, { required, running }]);
  }
  return {
    installable: missing.length === 0 && mismatching.length === 0,
    missingDependencies: orNull(missing),
    mismatchingDependencies: orNull(mismatching),
  };
}

/** `Object.fromEntries` defines keys, so that a dependency named `__proto__` is a key like others. */
function orNull<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> | null {
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
