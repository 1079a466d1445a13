/** Texts of the screens of tasks. */

export const assign = 'Assign';
export const assignHelp = 'Nothing here: nobody has it.';
export const assignTitle = (summary: string): string => `Assign ${summary}`;
export const claim = 'Claim';
export const due = 'Due';
export const dueAt = 'due';
export const forYouAndGroups = 'For you and your groups';
export const itIsFinished = (finishState: string): string => `It is finished: ${finishState}`;
export const itIsYours = 'It is yours';
export const noTasks = 'No job waits for somebody like you.';
export const nobodyYet = 'nobody yet';
export const putBack = 'Put back';
export const results = 'Results';
export const send = 'Send';
export const taskIsAssigned = 'The task is assigned';
export const taskIsDone = 'Done: its job goes on';
export const thereAreMoreLines = 'There are more lines.';
export const twoTexts = (left: string, right: string): string => `${left} and ${right}`;
export const whatItAsks = 'What it asks';
export const workedBy = 'Worked by';
export const workflowExactly = 'Workflow, exactly';
export const worksOnIt = (owner: string): string => `${owner} works on it`;
