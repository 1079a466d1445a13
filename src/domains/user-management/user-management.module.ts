import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AccountStreams } from '../../api/http/account-streams.js';
import { IdentityProvidersModule } from '../../connectors/identity-providers/identity-providers.module.js';
import { ActiveAccounts } from '../../platform/auth/active-accounts.js';
import { CredentialStore } from '../../platform/auth/credential-store.js';
import { GroupDirectory } from '../../platform/auth/group-directory.js';
import { PasswordHasher } from '../../platform/auth/password-hasher.js';
import { GuardedObjectsModule } from '../../platform/auth/guarded-objects.module.js';
import { ReferrersModule } from '../../platform/referrers/referrers.module.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { AccountNamesService } from './accounts/account-names.service.js';
import { AccountPasswordsService } from './accounts/account-passwords.service.js';
import { AccountViewsService } from './accounts/account-views.service.js';
import { AccountWritesService } from './accounts/account-writes.service.js';
import { ACCOUNT_MODEL, accountSchema } from './stored/account.schema.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { AccountsRepository } from './stored/accounts.repository.js';
import { AccountsService } from './accounts/accounts.service.js';
import { AdminGuardService } from './accounts/admin-guard.service.js';
import { FirstAdmin } from './accounts/first-admin.js';
import { OwnPasswordService } from './accounts/own-password.service.js';
import { ProfileRightsService } from './accounts/profile-rights.service.js';
import { GroupRecordsService } from './groups/group-records.service.js';
import { GROUP_MODEL, groupSchema } from './stored/group.schema.js';
import { GroupReferrersService } from './groups/group-referrers.service.js';
import { GroupsController } from './groups/groups.controller.js';
import { GroupsRepository } from './stored/groups.repository.js';
import { GroupsService } from './groups/groups.service.js';
import { ROLE_MODEL, roleSchema } from './stored/role.schema.js';
import { RolesController } from './roles/roles.controller.js';
import { RolesRepository } from './stored/roles.repository.js';
import { RolesService } from './roles/roles.service.js';
import { MembershipsService } from './records/memberships.service.js';
import { UserRecordsService } from './records/user-records.service.js';
import { ExplainController } from './identities/explain.controller.js';
import { AccountPrincipalsService } from './identities/account-principals.service.js';
import { ExplainService } from './identities/explain.service.js';
import { GrantsService } from './identities/grants.service.js';
import { IdentitiesService } from './identities/identities.service.js';
import { LocalGroupDirectory } from './identities/local-group-directory.js';
import { AttemptsRepository } from './sign-in/attempts.repository.js';
import { ATTEMPTS_MODEL, attemptsSchema } from './sign-in/attempts.schema.js';
import { AttemptsService } from './sign-in/attempts.service.js';
import { BasicCredentialsService } from './sign-in/basic-credentials.service.js';
import { ExternalPasswords } from './sign-in/external-passwords.js';
import { LocalCredentialStore } from './sign-in/local-credential-store.js';
import { PasswordsService } from './sign-in/passwords.service.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { DirectoryPasswordsService } from './external/directory-passwords.service.js';
import { ExternalAccountsRepository } from './external/external-accounts.repository.js';
import { ExternalAccountsService } from './external/external-accounts.service.js';
import { ExternalSignInController } from './external/external-sign-in.controller.js';
import { OpenIdSignInService } from './external/open-id-sign-in.service.js';
import { ProvisionedAccountsService } from './provisioned/provisioned-accounts.service.js';
import { GroupMembersService } from './provisioned/group-members.service.js';
import { ProvisionedGroupsService } from './provisioned/provisioned-groups.service.js';
import { ProvisionedRepository } from './provisioned/provisioned.repository.js';
import { CredentialOwnersRepository } from './sessions/credential-owners.repository.js';
import { CredentialPermissionsService } from './sessions/credential-permissions.service.js';
import { SessionEndingsService } from './sessions/session-endings.service.js';
import { SessionListService } from './sessions/session-list.service.js';
import { SESSION_MODEL, sessionSchema } from './sessions/session.schema.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsService } from './sessions/sessions.service.js';
import { ApiTokenIssuerService } from './tokens/api-token-issuer.service.js';
import { ApiTokenListService } from './tokens/api-token-list.service.js';
import { API_TOKEN_MODEL, apiTokenSchema } from './tokens/api-token.schema.js';
import { ApiTokensController } from './tokens/api-tokens.controller.js';
import { ApiTokensRepository } from './tokens/api-tokens.repository.js';
import { ApiTokensService } from './tokens/api-tokens.service.js';
import { ApiTokensTasks } from './tokens/api-tokens.tasks.js';
import { TokenOwnersService } from './tokens/token-owners.service.js';
import { AccessTokenController } from './service-accounts/access-token.controller.js';
import { ClientCredentialsService } from './service-accounts/client-credentials.service.js';
import {
  CLIENT_SECRET_MODEL,
  clientSecretSchema,
} from './service-accounts/client-secret.schema.js';
import { ClientSecretsRepository } from './service-accounts/client-secrets.repository.js';
import { ClientSecretsService } from './service-accounts/client-secrets.service.js';
import { NewServiceAccountService } from './service-accounts/new-service-account.service.js';
import { ServiceAccountsController } from './service-accounts/service-accounts.controller.js';
import { ServiceAccountsService } from './service-accounts/service-accounts.service.js';
import { UserLocksRepository } from './locks/user-locks.repository.js';
import { UserManagementSeed } from './user-management.seed.js';
import { UserManagementTasks } from './user-management.tasks.js';

const ACCOUNTS = [
  AccountNamesService,
  AccountPasswordsService,
  AccountViewsService,
  AccountWritesService,
  AccountStreams,
  AccountsRepository,
  { provide: ActiveAccounts, useExisting: AccountsRepository },
  AccountsService,
  AdminGuardService,
  FirstAdmin,
  OwnPasswordService,
  ProfileRightsService,
];
const GROUPS_AND_ROLES = [
  GroupRecordsService,
  GroupReferrersService,
  GroupsRepository,
  GroupsService,
  MembershipsService,
  RolesRepository,
  RolesService,
  UserLocksRepository,
  UserRecordsService,
];
const IDENTITIES = [
  AccountPrincipalsService,
  ExplainService,
  GrantsService,
  IdentitiesService,
  { provide: GroupDirectory, useClass: LocalGroupDirectory },
];
const SIGN_IN = [
  AttemptsRepository,
  AttemptsService,
  BasicCredentialsService,
  PasswordHasher,
  PasswordsService,
  SignInService,
  { provide: CredentialStore, useClass: LocalCredentialStore },
];
const EXTERNAL = [
  ExternalAccountsRepository,
  ExternalAccountsService,
  OpenIdSignInService,
  { provide: ExternalPasswords, useClass: DirectoryPasswordsService },
];
const PROVISIONED = [
  GroupMembersService,
  ProvisionedAccountsService,
  ProvisionedGroupsService,
  ProvisionedRepository,
];
const SESSIONS = [
  CredentialOwnersRepository,
  CredentialPermissionsService,
  SessionEndingsService,
  SessionListService,
  SessionsRepository,
  SessionsService,
];
const TOKENS = [
  ApiTokenIssuerService,
  ApiTokenListService,
  ApiTokensRepository,
  ApiTokensService,
  ApiTokensTasks,
  TokenOwnersService,
];
const SERVICE_ACCOUNTS = [
  ClientCredentialsService,
  ClientSecretsRepository,
  ClientSecretsService,
  NewServiceAccountService,
  ServiceAccountsService,
];

/**
 * Accounts, groups and roles (operations 8, 16 and 17, and `/authorization`), and who is signed in.
 * Owns the collections `accounts`, `groups`, `roles`, `sessions`, `api_tokens`, `client_secrets` and
 * `login_attempts`, and implements `CredentialStore` for the guards.
 *
 * One module for all its rooms: accounts end sessions and forget attempts, signing in reads accounts.
 */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: ACCOUNT_MODEL, schema: accountSchema },
      { name: GROUP_MODEL, schema: groupSchema },
      { name: ROLE_MODEL, schema: roleSchema },
      { name: SESSION_MODEL, schema: sessionSchema },
      { name: API_TOKEN_MODEL, schema: apiTokenSchema },
      { name: CLIENT_SECRET_MODEL, schema: clientSecretSchema },
      { name: ATTEMPTS_MODEL, schema: attemptsSchema },
    ]),
    IdentityProvidersModule,
    ProfilesModule,
    GuardedObjectsModule,
    ReferrersModule,
    SchedulingModule,
  ],
  // In the order of the published contract.
  controllers: [
    AccountsController,
    ExplainController,
    GroupsController,
    RolesController,
    AccessTokenController,
    ServiceAccountsController,
    ApiTokensController,
    SessionsController,
    ExternalSignInController,
    SignInController,
  ],
  providers: [
    ...ACCOUNTS,
    ...GROUPS_AND_ROLES,
    ...IDENTITIES,
    ...SIGN_IN,
    ...EXTERNAL,
    ...PROVISIONED,
    ...SESSIONS,
    ...TOKENS,
    ...SERVICE_ACCOUNTS,
    UserManagementSeed,
    UserManagementTasks,
  ],
  exports: [
    AccountNamesService,
    AccountPrincipalsService,
    AccountStreams,
    AttemptsService,
    CredentialStore,
    FirstAdmin,
    GroupDirectory,
    GroupRecordsService,
    ProvisionedAccountsService,
    ProvisionedGroupsService,
    UserManagementSeed,
  ],
})
export class UserManagementModule {}
