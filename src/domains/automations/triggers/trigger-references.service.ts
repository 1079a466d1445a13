import { Injectable } from '@nestjs/common';
import { type JsonObject } from '../../../kernel/json.js';
import { ContentLookupService } from '../../content/records/content-lookup.service.js';

/** Says which of the documents that triggers refer to are not here. Nothing is refused for that. */
@Injectable()
export class TriggerReferencesService {
  constructor(private readonly content: ContentLookupService) {}

  /** One list of sentences for each trigger; a query or two for each kind, however many there are. */
  async warnings(triggers: readonly JsonObject[]): Promise<readonly (readonly string[])[]> {
    const forms = triggers.map(({ formId, type }) => (type === 'manual' ? textOf(formId) : ''));
    const maps = triggers.map(({ jst }) => textOf(jst));
    const [withForm, withMap] = await Promise.all([
      this.presentForms(forms),
      this.presentMaps(maps),
    ]);
    return triggers.map((_, at) => {
      const [form = '', map = ''] = [forms[at], maps[at]];
      return [
        ...(form === '' || withForm[at] ? [] : [`Form '${form}' was not found`]),
        ...(map === '' || withMap[at] ? [] : [`Transformation '${map}' was not found`]),
      ];
    });
  }

  private async presentForms(names: readonly string[]): Promise<readonly boolean[]> {
    const references = names.map((name) => ({ id: name, name }));
    const [json, legacy] = await Promise.all([
      this.content.findAll('json-form', references),
      this.content.findAll('form', references),
    ]);
    return names.map((_, at) => (json[at] ?? legacy[at]) !== undefined);
  }

  private async presentMaps(names: readonly string[]): Promise<readonly boolean[]> {
    const references = names.map((name) => ({ id: name, name }));
    const found = await this.content.findAll('transformation', references);
    return found.map((one) => one !== undefined);
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
