const READ_BY_MANY = 'a document is read by everybody who may list automations';
const FOR_A_JOB = 'values become variables of a job, whose workflow says which of them are secret';

/** Operations on automations and triggers that take no secrets: why. */
export const NO_AUTOMATION_DOORS = {
  createAutomation: READ_BY_MANY,
  updateAutomation: READ_BY_MANY,
  createTrigger: READ_BY_MANY,
  updateTrigger: READ_BY_MANY,
  runManualTrigger: FOR_A_JOB,
  runEndpointTrigger: FOR_A_JOB,
} as const;
