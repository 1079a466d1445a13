import { type ExpectedAccess } from './roles-matrix.expected.js';

/**
 * Who may read and who may write in each application by the interface's own role table, copied from
 * there by hand. An application that is not named has no such operation in the interface.
 */
const READS: Readonly<Record<string, string>> = {
  AdminEssentials: 'admin apiread',
  ConfigurationManager: 'admin apiread',
  FormBuilder: 'admin apiread operator',
  Integrations: 'admin apiread',
  OperationsManager: 'admin engineering apiread operations',
  PrebuiltsRepository: 'admin apiread',
  ServiceCatalog: 'admin engineering support apiread',
  Transformations: 'admin other readonly apiread',
};
const WRITES: Readonly<Record<string, string>> = {
  MOP: 'admin apiwrite engineering support',
  OperationsManager: 'admin apiwrite engineering',
  ServiceManagement: 'admin engineering support apiwrite',
  WorkFlowEngine: 'admin apiwrite engineering operations',
};

/** What is for administrators alone, whatever the application. */
const ADMINS_ALONE = [
  '/adapters',
  '/audit',
  '/authorization/',
  '/oauth/serviceAccounts',
  '/prebuilts-repository/configs',
  '/profiles',
  '/scim/v2/',
  '/operations-manager/triggers/x/credential',
  '/configuration_manager/backups/x/reveal',
];

/** The roles that the rule for extensions names (ADR 0002). */
export function ruledRoles(
  { call, application }: Pick<ExpectedAccess, 'call' | 'application'>,
  changes: boolean,
): ReadonlySet<string> {
  const path = call.split(' ')[1] ?? '';
  if (ADMINS_ALONE.some((begin) => path.startsWith(begin))) return new Set(['admin']);
  const named = changes ? WRITES[application] : READS[application];
  const always = changes ? ['admin', 'apiwrite'] : ['admin', 'apiread'];
  return new Set([...always, ...(named?.split(' ') ?? [])]);
}
