/** One line of the page. */
export interface ExpectedAccess {
  readonly id: string;
  /** Method and path as a caller writes them, with `x` in place of each parameter. */
  readonly call: string;
  readonly application: string;
  /** Role names, or `signed in`, or `everyone`. */
  readonly admits: string;
  /** Not built yet: laid beside the table, not called. */
  readonly planned: boolean;
  /** A credential of the called object admits as well. */
  readonly own: boolean;
}

/**
 * Who may call what, written by hand from the interface's role table and the decisions (ADR 0002):
 * laid beside `src/api/operations/`, and called one by one. Nothing here is derived from the table,
 * so that a slip there shows.
 */
const PAGE = `
  listPrebuilts          | GET /prebuilts-repository                 | PrebuiltsRepository  | admin apiread
  listAvailableArtifacts | GET /admin/artifacts/available            | AdminEssentials      | admin apiread
  listInstalledArtifacts | GET /admin/artifacts                      | AdminEssentials      | admin apiread
  listRepositoryConfigs  | GET /prebuilts-repository/configs         | PrebuiltsRepository  | admin apiread
  restAction             | POST /orchestrator_manager/restAction/x   | OrchestratorManager  | admin
  restQuery              | POST /orchestrator_manager/restQuery/x    | OrchestratorManager  | admin
  searchBackups          | POST /configuration_manager/backups       | ConfigurationManager | admin apiread
  listRoles              | GET /user-management/roles                | UserManagement       | admin
  searchTransformations  | GET /transformations                      | Transformations      | admin other readonly apiread
  searchEvents           | GET /operations-manager/events            | OperationsManager    | admin engineering apiread operations
  preserveFormData       | POST /formbuilder/preserveFormData        | FormBuilder          | admin apiread operator
  importAutomations      | PUT /operations-manager/automations       | OperationsManager    | admin apiwrite engineering
  listWorkflows          | GET /service_catalog/GetWorkflows         | ServiceCatalog       | admin engineering support apiread
  createAnalyticTemplate | POST /mop/createAnalyticTemplate          | MOP                  | admin apiwrite
  runAnalyticTemplate    | POST /mop/runAnalyticsTemplateDevices     | MOP                  | admin engineering support apiwrite
  createGroup            | POST /user-management/groups              | UserManagement       | admin
  createAccount          | POST /user-management/accounts            | UserManagement       | admin
  saveInstances          | POST /service_management/saveInstances    | ServiceManagement    | admin engineering support apiwrite
  getProfileSchema       | GET /schema/profiles                      | Schema               | admin apiread
  continueJob            | POST /workflow_engine/jobs/x/continueJob  | WorkFlowEngine       | admin apiwrite engineering operations
  getIntegration         | GET /integrations/x                       | Integrations         | admin apiread

  login                  | POST /login                               | UserManagement       | everyone
  logoutByQuery          | GET /login?logout=true                    | UserManagement       | signed in
  logout                 | POST /logout                              | UserManagement       | signed in
  whoami                 | GET /whoami                               | UserManagement       | signed in

  openIdSignIn           | GET /login/oidc                           | UserManagement       | everyone
  openIdCallback         | GET /login/oidc/callback                  | UserManagement       | everyone

  listRoleRecords        | GET /authorization/roles                  | UserManagement       | admin
  getRole                | GET /authorization/roles/x                | UserManagement       | admin
  addRole                | POST /authorization/roles                 | UserManagement       | admin
  updateRole             | PATCH /authorization/roles/x              | UserManagement       | admin
  deleteRole             | DELETE /authorization/roles/x             | UserManagement       | admin
  listMethods            | GET /authorization/methods                | UserManagement       | admin
  userSettings           | GET /user/settings                        | UserManagement       | signed in
  listViews              | GET /authorization/views                  | UserManagement       | admin
  listGroups             | GET /authorization/groups                 | UserManagement       | admin
  getGroup               | GET /authorization/groups/x               | UserManagement       | admin
  addGroup               | POST /authorization/groups                | UserManagement       | admin
  updateGroup            | PATCH /authorization/groups/x             | UserManagement       | admin
  deleteGroup            | DELETE /authorization/groups/x            | UserManagement       | admin
  listAccounts           | GET /authorization/accounts               | UserManagement       | admin
  getAccount             | GET /authorization/accounts/x             | UserManagement       | admin
  addAccount             | POST /authorization/accounts              | UserManagement       | admin
  updateAccount          | PATCH /authorization/accounts/x           | UserManagement       | admin
  deleteAccount          | DELETE /authorization/accounts/x          | UserManagement       | admin
  explainAccess          | GET /authorization/explain?operation=whoami | UserManagement     | signed in
  changeOwnPassword      | POST /user-management/password            | UserManagement       | signed in

  listSessions           | GET /user-management/sessions             | UserManagement       | signed in
  endSessions            | POST /user-management/sessions/end        | UserManagement       | signed in
  endSession             | DELETE /user-management/sessions/x        | UserManagement       | signed in
  listApiTokens          | GET /user-management/tokens               | UserManagement       | signed in
  createApiToken         | POST /user-management/tokens              | UserManagement       | signed in
  revokeApiToken         | DELETE /user-management/tokens/x          | UserManagement       | signed in
  listServiceAccounts    | GET /oauth/serviceAccounts                | UserManagement       | admin
  createServiceAccount   | POST /oauth/serviceAccounts               | UserManagement       | admin
  updateServiceAccount   | PATCH /oauth/serviceAccounts/x            | UserManagement       | admin
  deleteServiceAccount   | DELETE /oauth/serviceAccounts/x           | UserManagement       | admin
  regenerateClientSecret | POST /oauth/serviceAccounts/x/regenerate  | UserManagement       | admin
  createAccessToken      | POST /oauth/token                         | UserManagement       | everyone

  getScimConfiguration   | GET /scim/v2/ServiceProviderConfig        | UserManagement       | admin
  listScimResourceTypes  | GET /scim/v2/ResourceTypes                | UserManagement       | admin
  getScimResourceType    | GET /scim/v2/ResourceTypes/x              | UserManagement       | admin
  listScimSchemas        | GET /scim/v2/Schemas                      | UserManagement       | admin
  getScimSchema          | GET /scim/v2/Schemas/x                    | UserManagement       | admin
  searchScim             | POST /scim/v2/.search                     | UserManagement       | admin
  listScimUsers          | GET /scim/v2/Users                        | UserManagement       | admin
  searchScimUsers        | POST /scim/v2/Users/.search               | UserManagement       | admin
  createScimUser         | POST /scim/v2/Users                       | UserManagement       | admin
  getScimUser            | GET /scim/v2/Users/x                      | UserManagement       | admin
  replaceScimUser        | PUT /scim/v2/Users/x                      | UserManagement       | admin
  patchScimUser          | PATCH /scim/v2/Users/x                    | UserManagement       | admin
  deleteScimUser         | DELETE /scim/v2/Users/x                   | UserManagement       | admin
  listScimGroups         | GET /scim/v2/Groups                       | UserManagement       | admin
  searchScimGroups       | POST /scim/v2/Groups/.search              | UserManagement       | admin
  createScimGroup        | POST /scim/v2/Groups                      | UserManagement       | admin
  getScimGroup           | GET /scim/v2/Groups/x                     | UserManagement       | admin
  replaceScimGroup       | PUT /scim/v2/Groups/x                     | UserManagement       | admin
  patchScimGroup         | PATCH /scim/v2/Groups/x                   | UserManagement       | admin
  deleteScimGroup        | DELETE /scim/v2/Groups/x                  | UserManagement       | admin

  installArtifact        | POST /admin/artifacts                     | AdminEssentials      | admin apiwrite
  uninstallArtifact      | DELETE /admin/artifacts/x                 | AdminEssentials      | admin apiwrite
  exportArtifact         | GET /admin/artifacts/x/export             | AdminEssentials      | admin apiread
  listInstalledPrebuilts | GET /prebuilts                            | PrebuiltsRepository  | admin apiread
  getPrebuilt            | GET /prebuilts/x                          | PrebuiltsRepository  | admin apiread
  exportPrebuilt         | GET /prebuilts/x/export                   | PrebuiltsRepository  | admin apiread
  importPrebuilt         | POST /prebuilts/import                    | PrebuiltsRepository  | admin apiwrite
  updatePrebuilt         | PUT /prebuilts/x                          | PrebuiltsRepository  | admin apiwrite
  deletePrebuilt         | DELETE /prebuilts/x                       | PrebuiltsRepository  | admin apiwrite
  createRepositoryConfig | POST /prebuilts-repository/configs        | PrebuiltsRepository  | admin
  updateRepositoryConfig | PATCH /prebuilts-repository/configs/x     | PrebuiltsRepository  | admin
  deleteRepositoryConfig | DELETE /prebuilts-repository/configs/x    | PrebuiltsRepository  | admin

  getRepositoryStatus    | GET /prebuilts-repository/status              | PrebuiltsRepository  | admin apiread
  refreshRepository      | POST /prebuilts-repository/configs/x/refresh  | PrebuiltsRepository  | admin apiwrite
  callRepositoryWebhook  | POST /prebuilts-repository/configs/x/webhook  | PrebuiltsRepository  | everyone

  planArtifact           | POST /admin/artifacts/plan                | AdminEssentials      | admin apiwrite
  verifyArtifact         | GET /admin/artifacts/x/verify             | AdminEssentials      | admin apiread
  buildArtifact          | POST /admin/artifacts/build               | AdminEssentials      | admin apiread
  rollbackArtifact       | POST /admin/artifacts/x/rollback          | AdminEssentials      | admin apiwrite

  listProfiles           | GET /profiles                             | AdminEssentials      | admin
  createProfile          | POST /profiles                            | AdminEssentials      | admin
  importProfile          | POST /profiles/import                     | AdminEssentials      | admin
  getProfile             | GET /profiles/x                           | AdminEssentials      | admin
  updateProfile          | PUT /profiles/x                           | AdminEssentials      | admin
  deleteProfile          | DELETE /profiles/x                        | AdminEssentials      | admin
  activateProfile        | PUT /profiles/x/active                    | AdminEssentials      | admin
  exportProfile          | GET /profiles/x/export                    | AdminEssentials      | admin
  getEffectiveProfile    | GET /profiles/x/effective                 | AdminEssentials      | admin

  listAuditEntries       | GET /audit                                | AdminEssentials      | admin
  getAuditEntry          | GET /audit/x                              | AdminEssentials      | admin

  listIntegrations         | GET /integrations                       | Integrations         | admin apiread
  createIntegration        | POST /integrations                      | Integrations         | admin
  updateIntegration        | PUT /integrations/x                     | Integrations         | admin
  deleteIntegration        | DELETE /integrations/x                  | Integrations         | admin
  startIntegration         | PUT /integrations/x/start               | Integrations         | admin
  stopIntegration          | PUT /integrations/x/stop                | Integrations         | admin
  callIntegration          | POST /integrations/x/operations/x       | Integrations         | admin apiwrite
  listIntegrationModels    | GET /integration-models                 | Integrations         | admin apiread
  createIntegrationModel   | POST /integration-models                | Integrations         | admin
  validateIntegrationModel | POST /integration-models/validation     | Integrations         | admin
  checkIntegrationModel    | PUT /integration-models/validation      | Integrations         | admin
  putIntegrationModel      | PUT /integration-models                 | Integrations         | admin
  getIntegrationModel      | GET /integration-models/x               | Integrations         | admin apiread
  exportIntegrationModel   | GET /integration-models/x/export        | Integrations         | admin apiread
  updateIntegrationModel   | PUT /integration-models/x               | Integrations         | admin
  deleteIntegrationModel   | DELETE /integration-models/x            | Integrations         | admin

  listAdapters             | GET /adapters                           | AdminEssentials      | admin
  createAdapter            | POST /adapters                          | AdminEssentials      | admin
  listAdapterTypes         | GET /adapter-models/types                | AdminEssentials      | admin
  importAdapter            | POST /adapters/import                   | AdminEssentials      | admin
  putAdapter               | PUT /adapters/x                         | AdminEssentials      | admin
  getAdapter               | GET /adapters/x                         | AdminEssentials      | admin
  updateAdapter            | PATCH /adapters/x                       | AdminEssentials      | admin
  deleteAdapter            | DELETE /adapters/x                      | AdminEssentials      | admin
  startAdapter             | PUT /adapters/x/start                   | AdminEssentials      | admin
  stopAdapter              | PUT /adapters/x/stop                    | AdminEssentials      | admin
  restartAdapter           | PUT /adapters/x/restart                 | AdminEssentials      | admin
  probeAdapter             | POST /adapters/x/probe                  | AdminEssentials      | admin
  listAdapterHealth        | GET /health/adapters                    | AdminEssentials      | admin apiread
  getAdapterHealth         | GET /health/adapters/x                  | AdminEssentials      | admin apiread

  listApplications         | GET /applications                       | AdminEssentials      | admin apiread
  getApplication           | GET /applications/x                     | AdminEssentials      | admin apiread
  startApplication         | PUT /applications/x/start               | AdminEssentials      | admin
  stopApplication          | PUT /applications/x/stop                | AdminEssentials      | admin
  restartApplication       | PUT /applications/x/restart             | AdminEssentials      | admin
  listApplicationHealth    | GET /health/applications                | AdminEssentials      | admin apiread
  getApplicationHealth     | GET /health/applications/x              | AdminEssentials      | admin apiread
  healthSystem             | GET /health/system                      | AdminEssentials      | admin apiread
  version                  | GET /version                            | AdminEssentials      | signed in
  serverConfig             | GET /server/config                      | AdminEssentials      | admin
  indexStatus              | GET /indexes/status                     | AdminEssentials      | admin apiread
  prometheusMetrics        | GET /prometheus_metrics                 | AdminEssentials      | admin apiread
  helpOpenApi              | GET /help/openapi                       | AdminEssentials      | everyone

  getMaintenance           | GET /workflow_engine/maintenance        | WorkFlowEngine       | admin apiread
  putMaintenance           | PUT /workflow_engine/maintenance        | WorkFlowEngine       | admin
  getWorkers               | GET /workflow_engine/workers/status     | WorkFlowEngine       | admin apiread
  deactivateTaskWorker     | POST /workflow_engine/deactivate        | WorkFlowEngine       | admin
  activateTaskWorker       | POST /workflow_engine/activate          | WorkFlowEngine       | admin
  deactivateJobWorker      | POST /workflow_engine/jobWorker/deactivate | WorkFlowEngine    | admin
  activateJobWorker        | POST /workflow_engine/jobWorker/activate | WorkFlowEngine      | admin

  searchWorkflows        | GET /automation-studio/workflows          | ServiceCatalog       | admin apiread engineering support
  getWorkflow            | GET /automation-studio/workflows/detailed/x | ServiceCatalog     | admin apiread engineering support
  validateWorkflow       | POST /automation-studio/workflows/validate | ServiceCatalog      | admin apiwrite
  createWorkflow         | POST /automation-studio/automations       | ServiceCatalog       | admin apiwrite
  updateWorkflow         | PUT /automation-studio/automations/x      | ServiceCatalog       | admin apiwrite
  deleteWorkflow         | DELETE /automation-studio/automations/x   | ServiceCatalog       | admin apiwrite
  deleteWorkflowByName   | DELETE /workflow_builder/workflows/delete/x | ServiceCatalog     | admin apiwrite
  queryWorkflows         | POST /workflow_engine/workflows/search    | ServiceCatalog       | admin apiread engineering support
  importWorkflows        | POST /automation-studio/automations/import | ServiceCatalog      | admin apiwrite
  importWorkflow         | POST /workflow_builder/import             | ServiceCatalog       | admin apiwrite
  exportWorkflow         | POST /workflow_builder/export             | ServiceCatalog       | admin apiread engineering support
  listWorkflowVersions   | GET /automation-studio/workflows/x/versions | ServiceCatalog     | admin apiread engineering support
  getWorkflowVersion     | GET /automation-studio/workflows/x/versions/x | ServiceCatalog   | admin apiread engineering support
  diffWorkflow           | GET /automation-studio/workflows/x/diff   | ServiceCatalog       | admin apiread engineering support
  restoreWorkflow        | POST /automation-studio/workflows/x/restore | ServiceCatalog     | admin apiwrite

  listForms              | GET /formbuilder/forms                    | FormBuilder          | admin apiread operator
  createForm             | POST /formbuilder/forms                   | FormBuilder          | admin apiwrite
  getForm                | GET /formbuilder/forms/x                  | FormBuilder          | admin apiread operator
  updateForm             | PUT /formbuilder/forms/x                  | FormBuilder          | admin apiwrite
  deleteForm             | DELETE /formbuilder/forms/x               | FormBuilder          | admin apiwrite
  exportForm             | GET /formbuilder/forms/x/export           | FormBuilder          | admin apiread operator
  importForm             | POST /formbuilder/import                  | FormBuilder          | admin apiwrite

  importContent          | POST /content/import                      | ServiceCatalog       | admin apiwrite
  listProjects           | GET /automation-studio/projects           | ServiceCatalog       | admin apiread engineering support
  getProject             | GET /automation-studio/projects/x         | ServiceCatalog       | admin apiread engineering support
  importProject          | POST /automation-studio/projects/import   | ServiceCatalog       | admin apiwrite
  createProject          | POST /automation-studio/projects          | ServiceCatalog       | admin apiwrite
  updateProject          | PATCH /automation-studio/projects/x       | ServiceCatalog       | admin apiwrite
  exportProject          | GET /automation-studio/projects/x/export  | ServiceCatalog       | admin apiread engineering support
  deleteProject          | DELETE /automation-studio/projects/x      | ServiceCatalog       | admin apiwrite

  listTags               | GET /tags                                 | ServiceCatalog       | admin apiread engineering support
  listAllTags            | GET /tags/all                             | ServiceCatalog       | admin apiread engineering support
  getTag                 | POST /tags/get                            | ServiceCatalog       | admin apiread engineering support
  getTagsByReference     | POST /tags/getTagsByReference             | ServiceCatalog       | admin apiread engineering support
  createTag              | POST /tags/create                         | ServiceCatalog       | admin apiwrite
  deleteTag              | POST /tags/delete                         | ServiceCatalog       | admin apiwrite

  listTextTemplates        | GET /automation-studio/templates              | ServiceCatalog | admin apiread engineering support
  getTextTemplate          | GET /automation-studio/templates/x            | ServiceCatalog | admin apiread engineering support
  createTextTemplate       | POST /automation-studio/templates             | ServiceCatalog | admin apiwrite
  updateTextTemplate       | PUT /automation-studio/templates/x            | ServiceCatalog | admin apiwrite
  deleteTextTemplate       | DELETE /automation-studio/templates/x         | ServiceCatalog | admin apiwrite
  importTextTemplates      | POST /automation-studio/templates/import      | ServiceCatalog | admin apiwrite
  exportTextTemplate       | GET /automation-studio/templates/x/export     | ServiceCatalog | admin apiread engineering support
  listTextTemplateVersions | GET /automation-studio/templates/x/versions   | ServiceCatalog | admin apiread engineering support
  getTextTemplateVersion   | GET /automation-studio/templates/x/versions/x | ServiceCatalog | admin apiread engineering support
  restoreTextTemplate      | POST /automation-studio/templates/x/restore   | ServiceCatalog | admin apiwrite
  renderTextTemplate       | POST /template_builder/templates/x/renderJinja | ServiceCatalog | admin apiwrite
  parseByTextTemplate      | POST /template_builder/templates/x/parse      | ServiceCatalog | admin apiwrite
  renderJinja              | POST /configuration_manager/jinja2            | ServiceCatalog | admin apiwrite
  createConfigurationTemplate | POST /configuration_manager/templates      | ServiceCatalog | admin apiwrite
  updateConfigurationTemplate | PUT /configuration_manager/templates      | ServiceCatalog | admin apiwrite
  deleteConfigurationTemplates | DELETE /configuration_manager/templates | ServiceCatalog | admin apiwrite
  searchConfigurationTemplates | POST /configuration_manager/templates/search | ServiceCatalog | admin apiread engineering support

  listAnalyticTemplates       | GET /mop/listAnalyticTemplates       | MOP                  | admin apiread engineering support
  getAnalyticTemplate         | GET /mop/listAnAnalyticTemplate/x    | MOP                  | admin apiread engineering support
  updateAnalyticTemplate      | POST /mop/updateAnalyticTemplate/x   | MOP                  | admin apiwrite
  deleteAnalyticTemplate      | POST /mop/deleteAnalyticTemplate/x   | MOP                  | admin apiwrite
  validateAnalyticTemplate    | POST /mop/validateAnalyticTemplate   | MOP                  | admin apiwrite
  runAnalyticsTemplate        | POST /mop/runAnalyticsTemplate       | MOP                  | admin engineering support apiwrite
  listAnalyticTemplateResults | GET /mop/analyticTemplateResults     | MOP                  | admin apiread engineering support
  getAnalyticTemplateResult   | GET /mop/analyticTemplateResults/x   | MOP                  | admin apiread engineering support
  listTemplates               | GET /mop/listTemplates               | MOP                  | admin apiread engineering support
  getTemplate                 | GET /mop/listATemplate/x             | MOP                  | admin apiread engineering support
  createTemplate              | POST /mop/createTemplate             | MOP                  | admin apiwrite
  updateTemplate              | POST /mop/updateTemplate/x           | MOP                  | admin apiwrite
  putTemplate                 | PUT /mop/updateTemplate/x            | MOP                  | admin apiwrite
  deleteTemplate              | POST /mop/deleteTemplate/x           | MOP                  | admin apiwrite
  evaluateTemplate            | POST /mop/evaluateTemplate           | MOP                  | admin engineering support apiwrite
  runCommandTemplate          | POST /mop/RunCommandTemplate         | MOP                  | admin engineering support apiwrite
  runCommandDevices        | POST /mop/RunCommandDevices | MOP | admin apiwrite
  importTemplate              | POST /mop/import                     | MOP                  | admin apiwrite
  exportTemplate              | POST /mop/export                     | MOP                  | admin apiread engineering support

  live                   | GET /health/live                          | AdminEssentials      | everyone
  ready                  | GET /health/ready                         | AdminEssentials      | everyone
  healthStatus           | GET /health/status                        | AdminEssentials      | admin apiread
  healthServer           | GET /health/server                        | AdminEssentials      | admin apiread
  metrics                | GET /metrics                              | AdminEssentials      | admin apiread
  openApi                | GET /openapi.json                         | AdminEssentials      | everyone
  home                   | GET /                                     | AdminEssentials      | everyone
  docs                   | GET /docs                                 | AdminEssentials      | everyone
  docsAsset              | GET /docs/x/x                             | AdminEssentials      | everyone
  console                | GET /console                              | AdminEssentials      | everyone
  consoleScreen          | GET /console/x                            | AdminEssentials      | everyone
  consoleObject          | GET /console/x/x                          | AdminEssentials      | everyone
  consoleAsset           | GET /console/assets/x                     | AdminEssentials      | everyone

  getTransformation        | GET /transformations/x                  | Transformations      | admin apiread other readonly
  createTransformation     | POST /transformations                   | Transformations      | admin apiwrite
  updateTransformation     | PUT /transformations/x                  | Transformations      | admin apiwrite
  deleteTransformation     | DELETE /transformations/x               | Transformations      | admin apiwrite
  importTransformation     | POST /transformations/import            | Transformations      | admin apiwrite
  validateTransformation   | POST /transformations/validate          | Transformations      | admin apiwrite
  exportTransformation     | GET /transformations/x/export           | Transformations      | admin apiread other readonly
  runTransformation        | POST /transformations/x/run             | Transformations      | admin apiwrite

  listEvents               | GET /events                             | OperationsManager    | admin apiread engineering operations
  publishEvent             | POST /events                            | OperationsManager    | admin apiwrite engineering
  listEventTypes           | GET /events/types                       | OperationsManager    | admin apiread engineering operations
  getEventType             | GET /events/types/x/x                   | OperationsManager    | admin apiread engineering operations
  declareEventType         | PUT /events/types/x/x                   | OperationsManager    | admin apiwrite engineering
  deleteEventType          | DELETE /events/types/x/x                | OperationsManager    | admin apiwrite engineering
  listServiceInstances     | GET /service_management/instances       | ServiceManagement    | admin apiread apiwrite engineering support
  getServiceInstance       | GET /service_management/instances/x     | ServiceManagement    | admin apiread apiwrite engineering support
  deleteServiceInstance    | DELETE /service_management/instances/x  | ServiceManagement    | admin apiwrite engineering support
  listServiceChanges       | GET /service_management/changes         | ServiceManagement    | admin apiread apiwrite engineering support
  getServiceChange         | GET /service_management/changes/x       | ServiceManagement    | admin apiread apiwrite engineering support
  getServiceOperation      | GET /service_management/operations/x    | ServiceManagement    | admin apiread apiwrite engineering support

  listWebhooks             | GET /events/webhooks                    | OperationsManager    | admin
  createWebhook            | POST /events/webhooks                   | OperationsManager    | admin
  getWebhook               | GET /events/webhooks/x                  | OperationsManager    | admin
  updateWebhook            | PUT /events/webhooks/x                  | OperationsManager    | admin
  deleteWebhook            | DELETE /events/webhooks/x               | OperationsManager    | admin
  testWebhook              | POST /events/webhooks/x/test            | OperationsManager    | admin
  listWebhookDeliveries    | GET /events/webhooks/x/deliveries       | OperationsManager    | admin
  retryWebhookDelivery     | POST /events/webhooks/x/deliveries/x/retry | OperationsManager | admin

  listNotificationChannels  | GET /notifications/channels                        | OperationsManager | admin
  createNotificationChannel | POST /notifications/channels                       | OperationsManager | admin
  getNotificationChannel    | GET /notifications/channels/x                      | OperationsManager | admin
  updateNotificationChannel | PUT /notifications/channels/x                      | OperationsManager | admin
  deleteNotificationChannel | DELETE /notifications/channels/x                   | OperationsManager | admin
  testNotificationChannel   | POST /notifications/channels/x/test                | OperationsManager | admin
  listNotifications         | GET /notifications/channels/x/deliveries           | OperationsManager | admin
  retryNotification         | POST /notifications/channels/x/deliveries/x/retry  | OperationsManager | admin
  listNotificationRules     | GET /notifications/rules                           | OperationsManager | admin
  createNotificationRule    | POST /notifications/rules                          | OperationsManager | admin
  getNotificationRule       | GET /notifications/rules/x                         | OperationsManager | admin
  updateNotificationRule    | PUT /notifications/rules/x                         | OperationsManager | admin
  deleteNotificationRule    | DELETE /notifications/rules/x                      | OperationsManager | admin
  previewNotificationRule   | POST /notifications/rules/x/preview                | OperationsManager | admin

  streamEvents             | GET /events/stream                      | OperationsManager    | admin apiread engineering operations
  getEvent                 | GET /events/x                           | OperationsManager    | admin apiread engineering operations

  listAutomations        | GET /operations-manager/automations       | OperationsManager    | admin apiread engineering operations
  createAutomation       | POST /operations-manager/automations      | OperationsManager    | admin apiwrite engineering
  getAutomation          | GET /operations-manager/automations/x     | OperationsManager    | admin apiread engineering operations
  exportAutomation       | GET /operations-manager/automations/x/export | OperationsManager | admin apiread engineering operations
  updateAutomation       | PATCH /operations-manager/automations/x   | OperationsManager    | admin apiwrite engineering
  deleteAutomation       | DELETE /operations-manager/automations/x  | OperationsManager    | admin apiwrite engineering

  listTriggers           | GET /operations-manager/triggers          | OperationsManager    | admin apiread engineering operations
  createTrigger          | POST /operations-manager/triggers         | OperationsManager    | admin apiwrite engineering
  importTriggers         | PUT /operations-manager/triggers          | OperationsManager    | admin apiwrite engineering
  deleteTriggersOfAction | DELETE /operations-manager/triggers/action/x | OperationsManager | admin apiwrite engineering
  getTrigger             | GET /operations-manager/triggers/x        | OperationsManager    | admin apiread engineering operations
  listNextRuns           | GET /operations-manager/triggers/x/nextRuns | OperationsManager    | admin apiread engineering operations
  updateTrigger          | PATCH /operations-manager/triggers/x      | OperationsManager    | admin apiwrite engineering
  deleteTrigger          | DELETE /operations-manager/triggers/x     | OperationsManager    | admin apiwrite engineering

  listJsonForms          | GET /json-forms/forms                    | FormBuilder          | admin apiread operator
  createJsonForm         | POST /json-forms/forms                   | FormBuilder          | admin apiwrite
  deleteJsonForms        | DELETE /json-forms/forms                 | FormBuilder          | admin apiwrite
  getJsonForm            | GET /json-forms/forms/x                  | FormBuilder          | admin apiread operator
  updateJsonForm         | PUT /json-forms/forms/x                  | FormBuilder          | admin apiwrite
  deleteJsonForm         | DELETE /json-forms/forms/x               | FormBuilder          | admin apiwrite
  importJsonForms        | POST /json-forms/import/forms            | FormBuilder          | admin apiwrite
  exportJsonForm         | GET /json-forms/forms/x/export           | FormBuilder          | admin apiread operator
  validateJsonFormAnswers | POST /json-forms/forms/x/validate       | FormBuilder          | admin apiread operator
  resolveJsonFormBindings | POST /json-forms/forms/x/bindings       | FormBuilder          | admin apiread operator
  migrateJsonFormAnswers | POST /json-forms/forms/x/migrate         | FormBuilder          | admin apiread operator

  runManualTrigger         | POST /operations-manager/triggers/manual/x/run  | OperationsManager | admin apiwrite engineering operations
  runEndpointTrigger       | POST /operations-manager/triggers/endpoint/x    | OperationsManager | admin apiwrite engineering operations | own
  listTriggerRuns          | GET /operations-manager/triggers/x/runs         | OperationsManager | admin apiread engineering operations
  issueTriggerCredential   | POST /operations-manager/triggers/x/credential  | OperationsManager | admin apiwrite engineering
  revokeTriggerCredential  | DELETE /operations-manager/triggers/x/credential | OperationsManager | admin apiwrite engineering

  changeDevice           | POST /configuration_manager/devices/x/changes  | ConfigurationManager | admin apiwrite
  listDeviceChanges      | GET /configuration_manager/devices/x/changes   | ConfigurationManager | admin apiread
  getDeviceChange        | GET /configuration_manager/changes/x           | ConfigurationManager | admin apiread
  runDeviceCommands      | POST /configuration_manager/devices/x/commands | ConfigurationManager | admin apiwrite
  listConfigurationParsers | GET /configuration_manager/configurations/parser | ConfigurationManager | admin apiread
  getDeviceConfiguration   | GET /configuration_manager/devices/x/configuration | ConfigurationManager | admin apiwrite
  getDeviceConfigurationIn | GET /configuration_manager/devices/x/configuration/x | ConfigurationManager | admin apiwrite
  isDeviceAlive            | GET /configuration_manager/devices/x/isAlive | ConfigurationManager | admin apiwrite
  applyDeviceConfiguration | POST /configuration_manager/devices/x/configuration | ConfigurationManager | admin apiwrite

  listDevices            | POST /configuration_manager/devices       | ConfigurationManager | admin apiread
  getDevice              | GET /configuration_manager/devices/x      | ConfigurationManager | admin apiread
  putDevice              | PUT /configuration_manager/devices/x      | ConfigurationManager | admin apiwrite
  updateDevice           | PATCH /configuration_manager/devices/x    | ConfigurationManager | admin apiwrite
  deleteDevice           | DELETE /configuration_manager/devices/x   | ConfigurationManager | admin apiwrite
  importDevices          | POST /configuration_manager/devices/import | ConfigurationManager | admin apiwrite
  checkDevice            | POST /configuration_manager/devices/x/check | ConfigurationManager | admin apiwrite
  takeBackups            | POST /configuration_manager/devices/backups | ConfigurationManager | admin apiwrite
  listBackupRuns         | GET /configuration_manager/backup-runs    | ConfigurationManager | admin apiread
  getBackupRun           | GET /configuration_manager/backup-runs/x  | ConfigurationManager | admin apiread
  listDeviceGroups       | GET /configuration_manager/devicegroups   | ConfigurationManager | admin apiread
  getDeviceGroup         | GET /configuration_manager/devicegroups/x | ConfigurationManager | admin apiread
  getDeviceGroupByName   | GET /configuration_manager/name/devicegroups | ConfigurationManager | admin apiread
  createDeviceGroup      | POST /configuration_manager/devicegroup   | ConfigurationManager | admin apiwrite
  updateDeviceGroup      | PUT /configuration_manager/devicegroups/x | ConfigurationManager | admin apiwrite
  deleteDeviceGroups     | DELETE /configuration_manager/devicegroups | ConfigurationManager | admin apiwrite
  listBackupSchedules    | GET /configuration_manager/schedules      | ConfigurationManager | admin apiread
  createBackupSchedule   | POST /configuration_manager/schedules     | ConfigurationManager | admin apiwrite
  getBackupSchedule      | GET /configuration_manager/schedules/x    | ConfigurationManager | admin apiread
  updateBackupSchedule   | PUT /configuration_manager/schedules/x    | ConfigurationManager | admin apiwrite
  deleteBackupSchedule   | DELETE /configuration_manager/schedules/x | ConfigurationManager | admin apiwrite

  searchBackupTexts | POST /configuration_manager/backups/search | ConfigurationManager | admin apiread

  getBackup              | GET /configuration_manager/backups/x         | ConfigurationManager | admin apiread
  updateBackup           | PATCH /configuration_manager/backups/x       | ConfigurationManager | admin apiwrite
  deleteBackups          | DELETE /configuration_manager/backups        | ConfigurationManager | admin apiwrite
  importBackups          | POST /configuration_manager/backups/import   | ConfigurationManager | admin apiwrite
  revealBackup           | POST /configuration_manager/backups/x/reveal | ConfigurationManager | admin
  diffBackups            | GET /configuration_manager/backups/x/diff/x  | ConfigurationManager | admin apiread
  listDeviceBackups      | GET /configuration_manager/devices/x/backups | ConfigurationManager | admin apiread

  listRetentionPolicies  | GET /configuration_manager/retention-policies      | ConfigurationManager | admin apiread
  createRetentionPolicy  | POST /configuration_manager/retention-policies     | ConfigurationManager | admin apiwrite
  getRetentionPolicy     | GET /configuration_manager/retention-policies/x    | ConfigurationManager | admin apiread
  updateRetentionPolicy  | PUT /configuration_manager/retention-policies/x    | ConfigurationManager | admin apiwrite
  deleteRetentionPolicy  | DELETE /configuration_manager/retention-policies/x | ConfigurationManager | admin apiwrite

  listOperations         | GET /admin/operations           | AdminEssentials | signed in
  getOperation           | GET /admin/operations/x         | AdminEssentials | signed in
  followOperation        | GET /admin/operations/x/events  | AdminEssentials | signed in
  cancelOperation        | POST /admin/operations/x/cancel | AdminEssentials | signed in

  callMcp                | POST /mcp                       | AdminEssentials | signed in
  getMcpResource         | GET /.well-known/oauth-protected-resource/mcp | AdminEssentials | everyone
  getAuthorizationServer | GET /.well-known/oauth-authorization-server   | UserManagement  | everyone

  listManualTasks        | GET /operations-manager/tasks            | WorkFlowEngine | admin apiread apiwrite engineering operations operator
  getManualTask          | GET /operations-manager/tasks/x          | WorkFlowEngine | admin apiread apiwrite engineering operations operator
  claimManualTask        | POST /operations-manager/tasks/x/claim   | WorkFlowEngine | admin apiwrite engineering operations operator
  releaseManualTask      | POST /operations-manager/tasks/x/release | WorkFlowEngine | admin apiwrite engineering operations operator
  assignManualTask       | POST /operations-manager/tasks/x/assign  | WorkFlowEngine | admin apiwrite engineering operations operator
  finishManualTask       | POST /operations-manager/tasks/x/finish  | WorkFlowEngine | admin apiwrite engineering operations operator

  followJob              | GET /operations-manager/jobs/x/follow | WorkFlowEngine | admin apiread apiwrite engineering operations
  getJobGraph            | GET /operations-manager/jobs/x/graph.svg | WorkFlowEngine | admin apiread apiwrite engineering operations
  getJobMetrics          | GET /workflow_engine/jobs/metrics     | WorkFlowEngine | admin apiread apiwrite engineering operations
  getTaskMetrics         | GET /workflow_engine/tasks/metrics    | WorkFlowEngine | admin apiread apiwrite engineering operations

  listJobs          | GET /operations-manager/jobs              | WorkFlowEngine | admin apiread apiwrite engineering operations
  startJob          | POST /operations-manager/jobs/start       | WorkFlowEngine | admin apiwrite engineering operations
  pauseJobs         | POST /operations-manager/jobs/pause       | WorkFlowEngine | admin apiwrite engineering operations
  resumeJobs        | POST /operations-manager/jobs/resume      | WorkFlowEngine | admin apiwrite engineering operations
  cancelJobs        | POST /operations-manager/jobs/cancel      | WorkFlowEngine | admin apiwrite engineering operations
  controlJobsInBulk | POST /operations-manager/jobs/bulk        | WorkFlowEngine | admin apiwrite engineering operations
  getJob            | GET /operations-manager/jobs/x            | WorkFlowEngine | admin apiread apiwrite engineering operations
  getJobValue       | GET /operations-manager/jobs/x/value      | WorkFlowEngine | admin apiread apiwrite engineering operations
  listJobIterations | GET /operations-manager/jobs/x/iterations | WorkFlowEngine | admin apiread apiwrite engineering operations
  continueJobFrom   | POST /operations-manager/jobs/x/continue  | WorkFlowEngine | admin apiwrite engineering operations
  revertJob         | POST /operations-manager/jobs/x/revert    | WorkFlowEngine | admin apiwrite engineering operations
  retryJob          | POST /operations-manager/jobs/x/retry     | WorkFlowEngine | admin apiwrite engineering operations
  skipJobTask       | POST /operations-manager/jobs/x/skip      | WorkFlowEngine | admin apiwrite engineering operations
  upgradeJob        | POST /operations-manager/jobs/x/upgrade-plan | WorkFlowEngine | admin apiwrite engineering operations
  watchJob          | POST /operations-manager/jobs/x/watch     | WorkFlowEngine | admin apiwrite engineering operations
  unwatchJob        | POST /operations-manager/jobs/x/unwatch   | WorkFlowEngine | admin apiwrite engineering operations
  searchJobs        | POST /workflow_engine/jobs/search         | WorkFlowEngine | admin apiread apiwrite engineering operations
  getEngineJob      | GET /workflow_engine/getJob/x             | WorkFlowEngine | admin apiread apiwrite engineering operations
  getJobOutput      | GET /workflow_engine/job/x/output         | WorkFlowEngine | admin apiread apiwrite engineering operations
`;

/** The page, line by line. */
export const EXPECTED_ACCESS: readonly ExpectedAccess[] = PAGE.split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [id = '', call = '', application = '', admits = '', state] = line.split('|');
    return {
      id: id.trim(),
      call: call.trim(),
      application: application.trim(),
      admits: admits.trim(),
      planned: state?.trim() === 'planned',
      own: state?.trim() === 'own',
    };
  });

/** The nine roles of the interface. */
export const EXPECTED_ROLES = [
  'admin',
  'apiread',
  'apiwrite',
  'engineering',
  'support',
  'operations',
  'operator',
  'other',
  'readonly',
] as const;
