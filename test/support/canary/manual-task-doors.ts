/** Operations on manual tasks that take no secrets: why. */
export const NO_MANUAL_TASK_DOORS = {
  finishManualTask:
    'outputs are read by everybody who may see the job; those of forms with passwords are sealed as a whole',
} as const;
