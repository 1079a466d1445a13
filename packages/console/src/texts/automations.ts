/** Texts of the screens of automations. */

export const addAutomation = 'Add an automation';
export const addOne = (how: string): string => `Add one ${how}`;
export const addTrigger = (how: string): string => `Add a trigger ${how}`;
export const askDeleteWithTriggers = (name: string): string =>
  `Delete ${name} with its triggers? Jobs that it has started stay.`;
export const askIssueCredential =
  'The credential before, if there is one, counts no more. Make another?';
export const askRevokeCredential =
  'Whoever calls it by the credential will be refused. Take it away?';
export const automation = 'Automation';
export const automationIsAdded = 'The automation is added: give it a trigger';
export const automationIsChanged = 'The automation is changed';
export const byCall = 'by a call';
export const byClock = 'by the clock';
export const byEvent = 'by an event';
export const byHand = 'by hand';
export const callItFromShell = 'Call it from a shell';
export const callName = (name: string): string => `Call ${name}`;
export const changeTrigger = 'Change trigger';
export const changedBy = 'Changed by';
export const credentialIsGone = 'The credential is gone';
export const credentialIsMade = 'The credential is made';
export const credentialOfTrigger = 'Credential of the trigger';
export const cronHelp = 'Minute, hour, day, month, weekday: 0 7 * * 1 is Mondays at seven.';
export const curlLine = 'curl line';
export const curlLineWithToken = 'curl line with the token';
export const deleteTrigger = 'Delete trigger';
export const everySeconds = (seconds: number): string => `every ${seconds} s`;
export const everySoManyUnits = 'Every so many units';
export const everyUnits = (count: number, unit: string, zone: string): string =>
  `every ${count} ${unit}${count === 1 ? '' : 's'} (${zone})`;
export const everyoneAdmitted = 'everyone whose roles admit them';
export const firstRun = 'First run';
export const form = 'Form';
export const formHelp = 'Id or name of a JSON form.';
export const giveItSigningKey = 'Give it a signing key';
export const giveItToken = 'Give it a token';
export const itsJob = 'Its job';
export const itsNextRuns = 'Its next runs';
export const jobHasStarted = 'The job has started';
export const jsonSchema = 'JSON schema that it has to fit';
export const millisecondsBetweenRuns = 'Milliseconds from run to run';
export const missedRuns = (reason: string, count: number): string => `${reason} ${count} runs`;
export const missedRunsHelp = 'skip notes them, once starts one job for all of them.';
export const nextRuns = 'Next runs';
export const noAutomationMatches = 'No automation that you may see matches.';
export const noForm = 'no form';
export const noTriggers = 'Without one, nothing starts it.';
export const notRunYet = 'It has not run yet.';
export const overlapHelp =
  'forbid starts no other one; a job that is paused or in error has not ended.';
export const route = 'Route';
export const routeHelp = 'The last part of its address.';
export const runName = (name: string): string => `Run ${name}`;
export const runNow = 'Run now';
export const runsThatWereMissed = 'Runs that were missed';
export const seenBy = 'Seen by';
export const sourceOfEvent = 'Source of the event';
export const starts = 'Starts';
export const takeItsCredentialAway = 'Take its credential away';
export const timeZone = 'Time zone';
export const transformationHelp = 'Id or name; what it makes are the variables of the job.';
export const transformationOfWhatComes = 'Transformation of what comes';
export const trigger = 'Trigger';
export const triggerIsAdded = 'The trigger is added';
export const triggers = 'Triggers';
export const unit = 'Unit';
export const variables = 'Variables';
export const whatCameOfIt = 'What came of it';
export const whatComesNext = 'What comes next';
export const whatItStarts = 'What it starts';
export const whileJobBeforeRuns = 'While the job before has not ended';
export const withForm = 'with a form';
export const workflowThatItStarts = 'Workflow that it starts';
