/** Texts around the screens: navigation, session, errors. */

export const apiAndItsDocumentation = 'the API and its documentation';
export const documentsAlso = 'transformations, templates, forms';
export const forPrograms = 'For programs:';
export const home = 'Home';
export const leaveConsole = 'Leave the console';
export const needsOneOfRoles = (roles: string): string => `Needs one of the roles ${roles}`;
export const noRoleAdmits = 'None of your roles admits you to this';
export const noScreenHere = 'No screen has this address';
export const noSession = 'No session: this is no screen of the console';
export const nothingIsHere = 'Nothing is here';
export const packagesAlso = 'prebuilts, artifacts';
export const signIn = 'Sign in';
export const signInAgain =
  'Sign in again to go on where you were. Nothing that you have typed is lost.';
export const signInToPlatform = 'Sign in to the network automation platform.';
export const signInWithOidc = 'Sign in with OpenID Connect';
export const yourSessionHasEnded = 'Your session has ended';
