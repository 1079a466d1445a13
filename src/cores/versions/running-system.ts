import { APPLICATION_FACTS } from '../../kernel/applications.js';
import { foldText } from '../../kernel/folded-text.js';
import { type Application } from '../../kernel/principal.js';

/** What other releases have as applications of their own, and which of ours does it here. */
const OTHER_APPLICATIONS: Readonly<Record<string, Application>> = {
  'app-artifacts': 'AdminEssentials',
  'app-automation_catalog': 'OperationsManager',
  'app-automation_studio': 'WorkFlowEngine',
  'app-json_forms': 'FormBuilder',
  'app-jst': 'Transformations',
  'app-template_builder': 'WorkFlowEngine',
  'app-workflow_builder': 'WorkFlowEngine',
};

const APPLICATIONS_BY_NAME: ReadonlySet<string> = new Set([
  ...Object.values(APPLICATION_FACTS).map((facts) => facts.package),
  ...Object.keys(OTHER_APPLICATIONS),
]);
const SCOPE = /^@[^/]*\//;

/** What runs here, as far as packages can depend on it. */
export interface RunningSystem {
  /** The release of the platform: the version of each of its applications. */
  readonly release: string;
  /** `adapter-<type>` of the configured adapters, with their versions. */
  readonly adapters: ReadonlyMap<string, string>;
  /** Versions of the installed packages, by folded name. */
  readonly packages: ReadonlyMap<string, string>;
  /** Folded names of packages that enabled repositories offer: whoever names one means it. */
  readonly offered: ReadonlySet<string>;
}

/** The running version of what a package depends on; undefined when it does not run here. */
export function runningVersion(system: RunningSystem, dependency: string): string | undefined {
  const folded = foldText(dependency);
  const installed = system.packages.get(folded);
  if (installed !== undefined || system.offered.has(folded)) return installed;
  const unscoped = dependency.replace(SCOPE, '');
  return APPLICATIONS_BY_NAME.has(unscoped) ? system.release : system.adapters.get(unscoped);
}
