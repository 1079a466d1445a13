import { foldText } from '../../../kernel/folded-text.js';
import { type Application } from '../../../kernel/principal.js';

/**
 * The names by which packages ask for the platform's applications: `app-<snake_name>` under any
 * scope. Written out, because packages in use spell them so (`workflow_engine`, not
 * `work_flow_engine`).
 */
const APPLICATION_NAMES = {
  PrebuiltsRepository: 'app-prebuilts_repository',
  AdminEssentials: 'app-admin_essentials',
  OrchestratorManager: 'app-orchestrator_manager',
  ConfigurationManager: 'app-configuration_manager',
  UserManagement: 'app-user_management',
  Transformations: 'app-transformations',
  OperationsManager: 'app-operations_manager',
  FormBuilder: 'app-form_builder',
  ServiceCatalog: 'app-service_catalog',
  MOP: 'app-mop',
  ServiceManagement: 'app-service_management',
  Schema: 'app-schema',
  WorkFlowEngine: 'app-workflow_engine',
  Integrations: 'app-integrations',
} as const satisfies Record<Application, string>;

const APPLICATIONS_BY_NAME: ReadonlySet<string> = new Set(Object.values(APPLICATION_NAMES));
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
