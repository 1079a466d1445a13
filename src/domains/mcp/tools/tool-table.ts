import { type Authenticated } from '../../../platform/auth/credential-store.js';
import { CONFIG_DIFF, CONFIG_SEARCH } from './config-tools.js';
import { JOB_REPORT, WAIT } from './job-tools.js';
import { DESCRIBE_OPERATION, EXPLAIN_ACCESS } from './operation-tools.js';
import { ANSWER_TASK, APPLY, PLAN } from './plan-tools.js';
import { GET, LIST, SEARCH } from './reading-tools.js';
import { admits, type Tool } from './tool.js';

const WRITE_SCOPE = 'mcp:write';

/** All tools; there are few, because each is read by a model before every question. */
const TOOLS: readonly Tool[] = [
  SEARCH,
  LIST,
  GET,
  DESCRIBE_OPERATION,
  JOB_REPORT,
  WAIT,
  CONFIG_SEARCH,
  CONFIG_DIFF,
  EXPLAIN_ACCESS,
  PLAN,
  APPLY,
  ANSWER_TASK,
];

/** The tools that this caller may call; there are no others for him. */
export function toolsFor(caller: Authenticated): readonly Tool[] {
  const writes = caller.scopes?.includes(WRITE_SCOPE) ?? false;
  return TOOLS.filter(
    (tool) => (!tool.writes || writes) && tool.needs.some((id) => admits(caller, id)),
  );
}
