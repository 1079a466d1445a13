import { type Application } from './principal.js';

/** What is known of an application beside its name. */
interface ApplicationFacts {
  /**
   * Under which packages ask for it: `app-<snake_name>`, any scope before it. Written out, because
   * packages in use spell them so (`workflow_engine`, not `work_flow_engine`).
   */
  readonly package: string;
  readonly description: string;
  /** Why it cannot be stopped; absent for those that can. */
  readonly neededBecause?: string;
}

/** The applications of the platform: each owns operations, and can be stopped where nothing depends on it. */
export const APPLICATION_FACTS = {
  PrebuiltsRepository: {
    package: 'app-prebuilts_repository',
    description: 'Packages that repositories offer',
  },
  AdminEssentials: {
    package: 'app-admin_essentials',
    description: 'Installed packages, profiles, adapters, health',
    neededBecause: 'it starts the others',
  },
  OrchestratorManager: {
    package: 'app-orchestrator_manager',
    description: 'Calls of orchestrators',
  },
  ConfigurationManager: {
    package: 'app-configuration_manager',
    description: 'Devices, their configurations and backups',
  },
  UserManagement: {
    package: 'app-user_management',
    description: 'Accounts, groups, roles and sign-in',
    neededBecause: 'nobody could sign in',
  },
  Transformations: { package: 'app-transformations', description: 'Transformations of data' },
  OperationsManager: {
    package: 'app-operations_manager',
    description: 'Automations, triggers, jobs and events as people operate them',
  },
  FormBuilder: { package: 'app-form_builder', description: 'Forms' },
  ServiceCatalog: { package: 'app-service_catalog', description: 'Workflows and projects' },
  MOP: { package: 'app-mop', description: 'Command and analytic templates' },
  ServiceManagement: { package: 'app-service_management', description: 'Service instances' },
  Schema: { package: 'app-schema', description: 'Schemas of documents' },
  WorkFlowEngine: { package: 'app-workflow_engine', description: 'Runs workflows' },
  Integrations: { package: 'app-integrations', description: 'Integrations and their models' },
} as const satisfies Record<Application, ApplicationFacts>;

/** Why an application cannot be stopped; undefined for those that can. */
export function whyNeeded(name: Application): string | undefined {
  const facts: ApplicationFacts = APPLICATION_FACTS[name];
  return facts.neededBecause;
}
