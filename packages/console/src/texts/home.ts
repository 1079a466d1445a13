/** Texts of the screens of home. */

export const adaptersInTrouble = 'Adapters in trouble';
export const all = 'All';
export const backupsThatFailed = 'Backups that failed';
export const comesNext = 'Comes next';
export const everyAdapterAnswers = 'Every adapter that is enabled answers.';
export const everyIntegrationAnswers = 'Every integration that was looked at answers.';
export const everyJobIsWell = 'Every job goes on or has ended well.';
export const everyRunStarted = 'Every scheduled run of the last seven days started.';
export const integrationsInTrouble = 'Integrations in trouble';
export const jobsThatStandStill = 'Jobs that stand still';
export const noDeviceFailed = 'No device failed in the last runs.';
export const noTasks = 'No job waits for you.';
export const nothingYet = 'Nothing yet.';
export const runsNotStarted = 'Scheduled runs that did not start';
export const signedInAs = (username: string): string => `Signed in as ${username}`;
export const wasDue = 'Was due';
export const whatHappenedLast = 'What happened last';
export const whatNeedsYou = 'What needs you';
export const whatWentWrong = 'What went wrong';
export const yourTasks = 'Tasks for you and your groups';
