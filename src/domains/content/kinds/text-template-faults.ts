import { type JsonObject } from '../../../kernel/json.js';
import { textOf } from '../../../kernel/json-reading.js';
import { programFile } from '../../../platform/config/program-file.js';
import { type WorkerCaller, WORKERS } from '../../../platform/workers/worker-pool.js';
import { workerTask } from '../../../platform/workers/worker-task.js';
import { syntaxFault } from '../../../cores/jinja/try-render.js';
import { templateFault } from '../../../cores/textfsm/parse-text.js';
import { languageOf } from './text-template-language.js';

const IN_THREAD = {
  jinja2: workerTask<typeof syntaxFault>(programFile('cores/jinja/try-render.js'), 'syntaxFault'),
  textfsm: workerTask<typeof templateFault>(
    programFile('cores/textfsm/parse-text.js'),
    'templateFault',
  ),
};
const AT_ONCE = { jinja2: syntaxFault, textfsm: templateFault };
/** Judged within milliseconds. */
const SHORT_LENGTH = 16 * 1024;
/** Few large bodies are in hand at a time, so all may wait. */
const SAVING: WorkerCaller = { key: 'templates that are saved', waitingMax: Infinity };

/** Documents are not changed once they are read: what is asked of one several times is found once. */
const known = new WeakMap<JsonObject, string | undefined>();

/**
 * Finds out in a thread why a long template cannot be used, for who asks next.
 * @throws AppError as `WorkerPool.run`.
 */
export async function judgeInThread(document: JsonObject): Promise<void> {
  const language = languageOf(document);
  const text = textOf(document['template']);
  if (!language || text.length <= SHORT_LENGTH || known.has(document)) return;
  known.set(document, await WORKERS.run(IN_THREAD[language], text, SAVING));
}

/** Why the text of a template cannot be used; undefined where it can, or where its language is unknown. */
export function faultOf(document: JsonObject): string | undefined {
  if (known.has(document)) return known.get(document);
  const language = languageOf(document);
  const text = textOf(document['template']);
  return language && text !== '' ? AT_ONCE[language](text) : undefined;
}
