import { Injectable } from '@nestjs/common';
import { AppError, type Fault } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { AnswersCheckService } from '../../content/json-forms/answers-check.service.js';
import { ContentDocumentsService } from '../../content/records/content-documents.service.js';
import { ContentLookupService } from '../../content/records/content-lookup.service.js';

/** The form of a task, with what its fields begin with. */
export interface TaskForm {
  /** Null for one that came with the task. */
  readonly id: string | null;
  readonly name: string;
  readonly schema: JsonObject;
  readonly uiSchema: JsonObject;
  readonly bindingSchema: JsonObject;
  readonly validationSchema: JsonObject;
  readonly formData: JsonObject;
}

/** What is to be said of answers to it. */
export interface FormVerdict {
  /** Pointers into the answers. */
  readonly errors: readonly Fault[];
  /** Completed by the defaults of the form. */
  readonly answers: JsonValue;
}

const KIND = 'json-form';

/** The forms that tasks show, and whether answers fit them. */
@Injectable()
export class TaskFormsService {
  constructor(
    private readonly lookup: ContentLookupService,
    private readonly documents: ContentDocumentsService,
    private readonly answers: AnswersCheckService,
  ) {}

  /**
   * The form of a task by its inputs; null for a task without one, and for a form that is not there any
   * more.
   */
  async find(name: string, input: JsonObject): Promise<TaskForm | null> {
    if (name === 'RenderJsonSchema') return givenForm(input);
    const id = await this.idOf(input);
    if (id === undefined) return null;
    try {
      const { name: formName, document } = await this.documents.get(KIND, id);
      return { id, name: formName, ...partsOf(document), formData: formDataOf(input) };
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not-found') return null;
      throw error;
    }
  }

  /** Holds answers to the form; a stored one counts as it is now. */
  async check({ id, ...form }: TaskForm, answers: JsonObject): Promise<FormVerdict> {
    if (id !== null) return this.answers.check(id, answers);
    const { schema, uiSchema, bindingSchema, validationSchema } = form;
    return this.answers.validate({ schema, uiSchema, bindingSchema, validationSchema }, answers);
  }

  private async idOf({ form_id: mention }: JsonObject): Promise<string | undefined> {
    if (typeof mention !== 'string' || mention === '') return undefined;
    return (await this.lookup.find(KIND, { id: mention, name: mention }))?.id;
  }
}

function givenForm(input: JsonObject): TaskForm {
  const { jsonSchema } = input;
  const parts = partsOf({ ...input, ...(jsonSchema !== undefined && { schema: jsonSchema }) });
  return { id: null, name: '', ...parts, formData: formDataOf(input) };
}

function partsOf(
  document: JsonObject,
): Pick<TaskForm, 'schema' | 'uiSchema' | 'bindingSchema' | 'validationSchema'> {
  const { schema, uiSchema, bindingSchema, validationSchema } = document;
  return {
    schema: objectOf(schema),
    uiSchema: objectOf(uiSchema),
    bindingSchema: objectOf(bindingSchema),
    validationSchema: objectOf(validationSchema),
  };
}

function formDataOf({ instance_data: stored, formData: given }: JsonObject): JsonObject {
  return objectOf(isJsonObject(stored) ? stored : given);
}

/** Everything else is what an author left out. */
function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
