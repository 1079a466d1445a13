/** Texts of the screens of workflows. */

export const descriptionOfJob = 'Description of the job';
export const graphOfWorkflow = 'Graph of the workflow';
export const hasChanged = 'This has changed.';
export const idIsTitle = (id: string, title: string): string => `${id} is ${title}`;
export const isGone = 'This has been deleted, or has another name.';
export const jobIsStarted = 'The job is started';
export const loadNewVersion = 'Load the new version';
export const mocks = 'What tasks answer';
export const mocksHelp =
  'By id of the task: output, or finish "error" with its error; a list has one for each run.';
export const mocksLeftOut = 'Calls that are left out succeed with {}.';
export const noWorkflows = 'Install a package, or import a file of documents.';
export const notSinceItCame = 'not since it came';
export const start = 'Start';
export const startName = (name: string): string => `Start ${name}`;
export const testRunHelp = 'Nothing outside is called: tasks answer what stands here.';
export const testRunIsStarted = 'The test run is started';
export const testRunOf = (name: string): string => `Test run of ${name}`;
