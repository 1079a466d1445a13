import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CredentialStore } from '../../platform/auth/credential-store.js';
import { PasswordHasher } from '../../platform/auth/password-hasher.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { ACCOUNT_MODEL, accountSchema } from './accounts/account.schema.js';
import { AccountsRepository } from './accounts/accounts.repository.js';
import { AttemptsRepository } from './sign-in/attempts.repository.js';
import { ATTEMPTS_MODEL, attemptsSchema } from './sign-in/attempts.schema.js';
import { AttemptsService } from './sign-in/attempts.service.js';
import { BasicCredentialsService } from './sign-in/basic-credentials.service.js';
import { FirstAdmin } from './accounts/first-admin.js';
import { GROUP_MODEL, groupSchema } from './groups/group.schema.js';
import { GroupsRepository } from './groups/groups.repository.js';
import { IdentitiesService } from './identities/identities.service.js';
import { LocalCredentialStore } from './sign-in/local-credential-store.js';
import { PasswordsService } from './sign-in/passwords.service.js';
import { ROLE_MODEL, roleSchema } from './roles/role.schema.js';
import { RolesRepository } from './roles/roles.repository.js';
import { SESSION_MODEL, sessionSchema } from './sessions/session.schema.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { UserManagementSeed } from './user-management.seed.js';
import { UserManagementTasks } from './user-management.tasks.js';
import { UserRecordsService } from './user-records.service.js';

const REPOSITORIES = [
  AccountsRepository,
  AttemptsRepository,
  GroupsRepository,
  RolesRepository,
  SessionsRepository,
];
const SERVICES = [
  AttemptsService,
  BasicCredentialsService,
  IdentitiesService,
  PasswordsService,
  SessionsService,
  SignInService,
  UserRecordsService,
];

/**
 * Accounts, groups and roles, and who is signed in. Its operations so far: login, logout, whoami.
 * Owns the collections `accounts`, `groups`, `roles`, `sessions` and `login_attempts`, and
 * implements `CredentialStore` for the guards.
 */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: ACCOUNT_MODEL, schema: accountSchema },
      { name: GROUP_MODEL, schema: groupSchema },
      { name: ROLE_MODEL, schema: roleSchema },
      { name: SESSION_MODEL, schema: sessionSchema },
      { name: ATTEMPTS_MODEL, schema: attemptsSchema },
    ]),
    ProfilesModule,
    SchedulingModule,
  ],
  controllers: [SignInController],
  providers: [
    ...REPOSITORIES,
    ...SERVICES,
    PasswordHasher,
    FirstAdmin,
    UserManagementSeed,
    UserManagementTasks,
    { provide: CredentialStore, useClass: LocalCredentialStore },
  ],
  exports: [CredentialStore, FirstAdmin, UserManagementSeed],
})
export class UserManagementModule {}
