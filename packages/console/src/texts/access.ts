/** Texts of the screens of access. */

export const accountIsAdded = 'The account is added';
export const accounts = 'Accounts';
export const addAccount = 'Add an account';
export const addGroup = 'Add a group';
export const addRole = 'Add a role';
export const addServiceAccount = 'Add a service account';
export const allOfAccount = 'all of the account';
export const anotherPasswordFor = (username: string): string => `Another password for ${username}`;
export const answer = 'The answer';
export const anywhere = 'anywhere';
export const applicationRoleHelp =
  'A role of an application has one of the names that operations ask for, and ticks none.';
export const askDeleteForGood = (name: string): string => `Delete ${name} for good?`;
export const askDeleteGroup = (name: string): string =>
  `Delete ${name}, and take everybody out of it?`;
export const askDeleteRole = (name: string): string =>
  `Delete ${name}, and take it from all who hold it?`;
export const askKeepOut = (username: string): string =>
  `End all of ${username} and admit it no more?`;
export const askNewSecret = (name: string): string =>
  `The secret of ${name} counts no more. Make another?`;
export const askRevoke = (name: string): string =>
  `Whoever uses ${name} will be refused. Revoke it?`;
export const askSignOutEverywhere = (username: string): string =>
  `Sign ${username} out everywhere?`;
export const byWayOf = 'By way of';
export const changeMyPassword = 'Change my password';
export const clientId = 'Client id';
export const clientSecretOf = (name: string): string => `Client secret of ${name}`;
export const custom = 'Custom';
export const end = 'End';
export const endIt = 'End it';
export const endSessions = 'End sessions';
export const everySessionHasEnded = 'Every session has ended';
export const explain = 'Explain';
export const explainQuestion = 'Why may somebody do this, or why not?';
export const forTickedOperations = 'For the operations that are ticked below';
export const fromProvenance = (provenance: string): string => `from ${provenance}`;
export const givesNothing = 'It gives nothing for now';
export const givesRoles = 'Gives the roles';
export const goesWithClientId = (clientId: string): string =>
  `It goes with the client id ${clientId}.`;
export const group = 'Group';
export const groupIsAdded = 'The group is added';
export const groups = 'Groups';
export const inGroups = 'In groups';
export const isActiveOrNot = (name: string, isActive: boolean): string =>
  `${name} is ${isActive ? 'active' : 'inactive'}`;
export const isRevoked = (name: string): string => `${name} is revoked`;
export const keepOut = 'Keep out';
export const lastSignIn = 'Last sign-in';
export const lastUsed = 'Last used';
export const letInAgain = 'Let in again';
export const makeToken = 'Make a token';
export const maySignInAgain = (username: string): string => `${username} may sign in again`;
export const myOwn = 'My own';
export const needsOneOf = (roles: string): string => `needs one of ${roles}`;
export const networks = 'Networks that it may be used from';
export const networksHelp = 'One a line, such as 10.0.0.0/8; none: from anywhere.';
export const newPassword = 'New password';
export const newSecret = 'New secret';
export const noAccountMatches = 'No account matches.';
export const noGroupMatches = 'No group matches.';
export const noRoleMatches = 'No role matches.';
export const noSessions = 'Nobody is signed in with it.';
export const notYoursToGive = (count: number): string =>
  `What you may not do yourself you cannot give: ${count} operations, the last ones.`;
export const onThisObject = 'On this object';
export const onThisObjectHelp = 'Its id; empty: whatever the operation is about.';
export const operationHelp = 'For example startJob.';
export const operationsOfRole = 'Operations that it admits to';
export const partsOfAccess = 'Parts of access';
export const passwordIsChanged = 'The password is changed: sign in with it';
export const passwordIsSet = 'The password is set';
export const passwordNow = 'Password now';
export const platformRolesStay = 'Roles of the platform stay as they are';
export const reason = 'Reason';
export const reasons = 'Reasons';
export const revoke = 'Revoke';
export const role = 'Role';
export const roleIsAdded = 'The role is added';
export const roles = 'Roles';
export const rolesByGroups = 'Roles by groups';
export const rolesOfItsOwn = 'Roles of its own';
export const rolesThatAdmit = 'Roles that admit';
export const serviceAccountIsAdded = 'The service account is added';
export const serviceAccounts = 'Service accounts';
export const serviceAccountsHelp = 'Programs sign in by one of these.';
export const sessionHasEnded = 'The session has ended';
export const sessions = 'Sessions';
export const sessionsOfAccountEnd = 'Every session of the account ends.';
export const setPassword = 'Set password';
export const signedIn = 'Signed in';
export const signedInWith = 'With';
export const so = 'So';
export const thereIsAnotherSecret = 'There is another secret';
export const thisIsYou = 'This is you';
export const thisOne = 'this one';
export const tokenDoesWhatYouMay = 'It does whatever you may do.';
export const tokenIsMade = 'The token is made';
export const tokenName = (name: string): string => `Token ${name}`;
export const tokens = 'Tokens';
export const tokensHelp = 'Programs that do something in the name of the account need one.';
export const unlock = 'Unlock';
export const until = 'Until';
export const userNameContains = 'User name contains';
export const userNameOrId = 'User name or id';
export const whatAdmitsTo = (name: string): string => `What ${name} admits to`;
export const whatItMayDo = 'What it may do';
export const whereItCounts = 'Where it counts';
export const whyMayOrMayNot = 'Why may, why may not';
export const yourSessionsEnd = 'Every session of yours ends, this one too.';
export const yourselfWhenEmpty = 'You yourself when it is empty.';
