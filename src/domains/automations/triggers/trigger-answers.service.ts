import { Injectable, type OnModuleInit } from '@nestjs/common';
import { foldText } from '../../../kernel/folded-text.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { toStored } from '../../../platform/database/storable.js';
import {
  type AnsweredForm,
  type AnswersChange,
  type StoredAnswer,
  StoredAnswersService,
} from '../../content/json-forms/stored-answers.service.js';
import { AutomationLookupService } from '../lookup/automation-lookup.service.js';
import { withoutProject } from '../shape/project-prefix.js';
import { readTrigger } from '../shape/read-trigger.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { changeTo } from './trigger-change.js';
import { TriggersRepository } from './triggers.repository.js';
import { triggerDocument } from '../stored/whole-trigger.js';
import { auditedTrigger } from './audited-trigger.js';
import { shownTrigger } from '../stored/trigger-secrets.js';

/** Lets the defaults of triggers follow their forms. */
@Injectable()
export class TriggerAnswersService implements OnModuleInit {
  /** Those that were found by the form's name: they get its new one. */
  private readonly byName = new WeakSet<StoredAnswer>();

  constructor(
    private readonly answers: StoredAnswersService,
    private readonly triggers: TriggersRepository,
    private readonly automations: AutomationLookupService,
  ) {}

  onModuleInit(): void {
    this.answers.register({
      kind: 'trigger',
      find: (form, principal) => this.find(form, principal),
      replace: (stored, change) => this.replace(stored, change),
    });
  }

  private async find(
    { id, names }: AnsweredForm,
    principal: Principal,
  ): Promise<readonly StoredAnswer[]> {
    const found = await this.triggers.ofForm([id, ...names.map(withoutProject)]);
    const owners = found.map(({ automationId }) => automationId);
    const readable = await this.automations.readableIds(owners, principal);
    return found.flatMap((trigger): readonly StoredAnswer[] => {
      const stored = storedAnswer(trigger, readable.has(trigger.automationId));
      if (stored && trigger.form !== foldText(id)) this.byName.add(stored);
      return stored ? [stored] : [];
    });
  }

  /** The last editor stays: who changes a form does not become the one in whose name triggers run. */
  private async replace(stored: StoredAnswer, change: AnswersChange): Promise<boolean> {
    const present = await this.triggers.find(stored.id);
    if (present?.revision !== stored.revision) return false;
    const before = triggerDocument(present);
    const after = withAnswers(before, change, this.byName.has(stored));
    const reading = await readTrigger(after);
    if (reading.kind === 'refused') return false;
    const whole = { ...present, ...reading.facts, document: toStored(after) };
    const { _id: id, revision, name } = present;
    if (!(await this.triggers.replace(id, revision, changeTo(whole)))) return false;
    const object = auditedTrigger(id, name);
    noteChange({ object, before: shownTrigger(before), after: shownTrigger(after) });
    return true;
  }
}

function storedAnswer(trigger: StoredTrigger, shown: boolean): StoredAnswer | undefined {
  const { formData, formSchemaHash } = triggerDocument(trigger);
  if (!isJsonObject(formData)) return undefined;
  const schemaHash = typeof formSchemaHash === 'string' ? formSchemaHash : undefined;
  const { _id: id, name, revision } = trigger;
  return { id, name, revision, answers: formData, schemaHash, shown };
}

/** What has no place any more is kept aside. */
function withAnswers(document: JsonObject, change: AnswersChange, isNamed: boolean): JsonObject {
  const { formDataAside } = document;
  const aside = [
    ...(Array.isArray(formDataAside) ? formDataAside : []),
    ...change.aside.map((one) => ({ ...one })),
  ];
  return {
    ...document,
    formData: change.answers,
    formSchemaHash: change.schemaHash,
    ...(isNamed && { formId: change.formName }),
    ...(aside.length > 0 && { formDataAside: aside }),
  };
}
