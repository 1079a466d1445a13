import { AUTOMATION_AND_JOB_EXAMPLES } from './automations-and-jobs.js';
import { DEVICE_EXAMPLES } from './devices.js';
import { FORM_AND_TEMPLATE_EXAMPLES } from './forms-and-templates.js';
import { PACKAGE_EXAMPLES } from './packages.js';
import { PEOPLE_EXAMPLES } from './people.js';
import { SYSTEM_EXAMPLES } from './systems.js';
import { WORKFLOW_EXAMPLES } from './workflows.js';

/** An example of every body that an operation takes. */
export const REQUEST_EXAMPLES = {
  ...PEOPLE_EXAMPLES,
  ...PACKAGE_EXAMPLES,
  ...WORKFLOW_EXAMPLES,
  ...FORM_AND_TEMPLATE_EXAMPLES,
  ...AUTOMATION_AND_JOB_EXAMPLES,
  ...DEVICE_EXAMPLES,
  ...SYSTEM_EXAMPLES,
};
