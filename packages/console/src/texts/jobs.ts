/** Texts of the screens of jobs. */

export const andMore = (moreChanges: number): string => `and ${moreChanges} more`;
export const answerIt = 'Answer it';
export const askCancel = 'Cancel the job for good, with the jobs that it has started?';
export const askContinueAfter = (task: string): string =>
  `Go on after ${task}, by how it has finished?`;
export const askDoAgain = (task: string): string => `Do ${task} and everything after it again?`;
export const askPause = 'Finish what runs, and begin nothing new?';
export const askResume = 'Let the job go on?';
export const askRetry = 'Run the tasks that ended in error again?';
export const askSkip = (task: string): string =>
  `Take ${task} as finished with success, without running it?`;
export const beginsWhenJobResumed = 'begins when the job is resumed';
export const byPerson = (user: string): string => `by ${user},`;
export const cancelJob = 'Cancel job';
export const chooseFinishedTask = 'Choose a task that has finished, of a job in error';
export const chooseTaskInError = 'Choose a task that ended in error';
export const chooseTaskThatRan = 'Choose a task that has run, of a job in error';
export const chosenTask = 'The chosen task';
export const continueAfterTask = 'Continue after task';
export const countedJobs = (count: number): string => (count === 1 ? '1 job' : `${count} jobs`);
export const doAgainFromTask = 'Do again from task';
export const doesNotRun = 'does not run';
export const error = 'Error';
export const errorOfRun = (run: number): string => `Error of run ${run}`;
export const eventsOfJob = 'Events of the job';
export const everyTaskIsSame = 'Every task is the same.';
export const filterTasks = (count: number): string => `${count} tasks …`;
export const filterTasksLabel = 'Tasks with this in their names';
export const goesOn = 'goes on';
export const graph = 'Graph';
export const graphOfJob = 'Graph of the job';
export const inJob = 'In the job';
export const inLoop = (title: string, name: string, iteration: number): string =>
  `${title} (${name}, ${iteration} in the loop)`;
export const inWorkflow = 'In the workflow';
export const inputOf = (run?: number): string =>
  run === undefined ? 'Input' : `Input of run ${run}`;
export const isAnotherOne = 'is another one';
export const isNew = 'is new';
export const isNoMore = 'is no more';
export const isTakenOut = 'is taken out';
export const isUpgraded = (status: string): string =>
  `The job runs by the present version. Nothing has begun yet: ${status === 'paused' ? 'resume it.' : 'retry it, or continue after a task.'}`;
export const itsRuns = 'Its runs';
export const itsWorkflow = 'Its workflow';
export const jobGoesOn = 'the job goes on';
export const jobHasEnded = 'The job has ended';
export const jobHasFailedAgain = 'the job has failed again';
export const jobIsCanceled = 'the job is canceled';
export const jobIsComplete = 'the job is complete';
export const jobIsInError = 'the job is in error';
export const jobIsPaused = 'the job is paused';
export const jobThatStartedIt = 'Job that started it';
export const jobsThatItStarted = 'Jobs that it started';
export const keepsResultNotRun = 'keeps its result, does not run again';
export const keptTasksPlan = (count: number): string =>
  `Finished tasks that do not run again: ${count}, plan`;
export const latest = 'Latest';
export const matching = (total: string): string => `${total} match`;
export const moreRows = (left: number): string => `${left} rows`;
export const moveExactlySo = 'Move exactly so';
export const moveToPresentVersion = 'Move to the present version';
export const nextTask = 'Next task';
export const noJobMatches = 'No job that you may see matches. Start one from its workflow.';
export const noUpgradeNeeded = 'The job runs by the present version already.';
export const ofVerb = (verb: string, name: string): string => `${verb} of ${name}`;
export const older = 'Older';
export const onNode = (node: string): string => `on node ${node}`;
export const onlyInErrorIsRetried = 'Only a job in error is tried again';
export const onlyPausedIsResumed = 'Only a paused job is resumed';
export const onlyRunningIsPaused = 'Only a running job is paused';
export const othersComeAfter = 'is the same, others come after it';
export const outputOf = (run?: number): string =>
  run === undefined ? 'Output' : `Output of run ${run}`;
export const pause = 'Pause';
export const placeInLoop = 'Place in the loop';
export const resume = 'Resume';
export const retry = 'Retry';
export const runNumber = (run: number): string => `Run ${run}`;
export const runsByRetry = 'runs as it is now by a retry';
export const runsPresentVersion = 'The job runs by the present version';
export const runsPresentVersionAlready = 'The job runs by the present version already';
export const showTask = (title: string): string => `Show “${title}”`;
export const skipTask = 'Skip task';
export const somethingInTheWay = 'Something is in the way';
export const standsAt = 'Stands at';
export const startedBy = 'Started by';
export const taskBefore = 'Task before';
export const tasks = (count: number): string => `${count} tasks`;
export const tasksNotSame = 'Tasks that are not the same';
export const theJob = 'The job';
export const theTask = 'the task';
export const timeline = 'Timeline';
export const timelineOfJob = 'Timeline of the job';
export const titleOfRun = (title: string, iteration: number): string =>
  `${title}, run ${iteration}`;
export const upgradeIntro =
  'The job goes on by its workflow as it is now. Nothing begins by the move itself.';
export const viewsOfJob = 'Views of the job';
export const waitsForItsTurn = 'waits for its turn';
export const waitsForSomebody = 'Waits for somebody';
export const whatDiffersIn = (name: string): string => `What differs in ${name}`;
export const workedBy = (owner: string): string => `worked by ${owner}`;
export const workflowContains = 'Workflow contains';
