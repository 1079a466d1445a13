/** Texts of the screens of profiles. */

export const addProfile = 'Add a profile';
export const askMakeActive = (id: string): string =>
  `Let ${id} count on every node, in place of the active one?`;
export const changed = 'changed';
export const countsAfterRestart = (restartNeeded: string): string =>
  `counts after a restart: ${restartNeeded}`;
export const documentHelp = 'Placeholders keep the secrets that are stored.';
export const effect = 'Effect';
export const isActiveProfile = (id: string): string => `${id} is the active profile`;
export const itIsActiveOne = 'It is the active one';
export const itsDocument = 'Its document';
export const makeItActive = 'Make it active';
export const noEffectHere = 'no effect here';
export const noSettingMatches = 'No setting has this in its name.';
export const notActive = 'not active';
export const profile = 'Profile';
export const profileIsAdded = 'The profile is added; it does not count before it is active';
export const revisionNumber = (revision: number): string => `revision ${revision}`;
export const setting = 'Setting';
export const settingContains = 'Setting contains';
export const settings = 'Settings';
export const value = 'Value';
export const whatCounts = 'What counts';
