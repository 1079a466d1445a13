import { Injectable } from '@nestjs/common';
import { AppError, invalidInput } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { textOf } from '../../../kernel/json-reading.js';
import { type WorkerCaller, WORKERS } from '../../../platform/workers/worker-pool.js';
import { workerTask } from '../../../platform/workers/worker-task.js';
import { type tryRender } from '../../../cores/jinja/try-render.js';
import { type ContentRecord } from '../records/content-record.js';
import { type ParsedText } from '../../../cores/textfsm/parse-text.js';
import { type tryParse } from '../../../cores/textfsm/try-parse.js';
import { languageOf, type TemplateLanguage } from '../kinds/text-template-language.js';
import { TextTemplatesService } from './text-templates.service.js';
import { programFile } from '../../../platform/config/program-file.js';

const RENDER = workerTask<typeof tryRender>(programFile('cores/jinja/try-render.js'), 'tryRender');
const PARSE = workerTask<typeof tryParse>(programFile('cores/textfsm/try-parse.js'), 'tryParse');

const LABELS: Readonly<Record<TemplateLanguage, string>> = { jinja2: 'Jinja', textfsm: 'TextFSM' };

/** Runs templates that are stored, in threads of their own: patterns and loops may take seconds. */
@Injectable()
export class TextTemplateRunsService {
  constructor(private readonly templates: TextTemplatesService) {}

  /**
   * The text that a Jinja template makes of values.
   * @param context undefined for the data that the template brings.
   * @param caller id of the account that asks.
   * @throws AppError `not-found`; `conflict` with code `template-failed`; as `WorkerPool.run`.
   */
  async render(idOrName: string, context: JsonObject | undefined, caller: string): Promise<string> {
    const record = await this.templates.get(idOrName);
    const template = textIn(record, 'jinja2');
    const values = JSON.stringify(context ?? ownContext(record));
    const rendered = await WORKERS.run(RENDER, { template, context: values }, caller);
    if (rendered.kind === 'done') return rendered.text;
    throw failed(record, rendered.detail);
  }

  /** The same of a template that is not stored. @throws AppError `invalid-input`; as `WorkerPool.run`. */
  async renderText(template: string, context: JsonObject, caller: string): Promise<string> {
    const given = { template, context: JSON.stringify(context) };
    const rendered = await WORKERS.run(RENDER, given, caller);
    if (rendered.kind === 'done') return rendered.text;
    throw invalidInput([{ pointer: '#/template', detail: rendered.detail }]);
  }

  /**
   * The rows that a TextFSM template finds in the output of a command.
   * @param output undefined for the data that the template brings.
   * @throws AppError as `render`.
   */
  async parse(
    idOrName: string,
    output: string | undefined,
    caller: string | WorkerCaller,
  ): Promise<ParsedText> {
    const record = await this.templates.get(idOrName);
    const template = textIn(record, 'textfsm');
    const text = output ?? textOf(record.document['data']);
    const parsed = await WORKERS.run(PARSE, { template, output: text }, caller);
    if (parsed.kind === 'failed') throw failed(record, parsed.detail);
    return { header: parsed.header, rows: parsed.rows };
  }
}

/** @throws AppError `conflict` for a template in another language. */
function textIn(record: ContentRecord, language: TemplateLanguage): string {
  if (languageOf(record.document) === language) return textOf(record.document['template']);
  throw failed(record, `it is not written in ${LABELS[language]}`);
}

/** @throws AppError `conflict` for data that is no object. */
function ownContext(record: ContentRecord): JsonObject {
  const given = record.document['data'] ?? '';
  const value = typeof given === 'string' ? parsedData(given) : given;
  if (isJsonObject(value)) return value;
  throw failed(record, 'its data is no object; send a context');
}

function parsedData(text: string): JsonValue {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}

function failed({ name }: ContentRecord, detail: string): AppError {
  return new AppError('conflict', `Template '${name}' cannot be run: ${detail}`, {
    code: 'template-failed',
    errors: [{ pointer: '#/template', detail }],
  });
}
