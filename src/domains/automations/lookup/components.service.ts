import { Injectable } from '@nestjs/common';
import { componentKind, type ReferredType } from '../../../kernel/document-references.js';
import { type Principal } from '../../../kernel/principal.js';
import { assertMayUseWorkflow } from '../../../kernel/workflow-access.js';
import { ContentDocumentsService } from '../../content/records/content-documents.service.js';
import { ContentLookupService } from '../../content/records/content-lookup.service.js';
import { type ComponentReference } from '../shape/read-automation.js';
import { withoutProject } from '../shape/project-prefix.js';
import { type Component } from '../stored/stored-automation.js';

/** Finds what automations start: by the id that it had when they were written, else by its name. */
@Injectable()
export class ComponentsService {
  constructor(
    private readonly content: ContentLookupService,
    private readonly documents: ContentDocumentsService,
  ) {}

  /** @throws AppError `forbidden` for a workflow that somebody may not start, and so not have started. */
  async assertMayStart(principal: Principal, { type, id }: Component): Promise<void> {
    if (id === null || componentKind(type ?? '') !== 'workflow') return;
    const { name, document } = await this.documents.get('workflow', id);
    assertMayUseWorkflow('start', principal, { name, groups: document['groups'] });
  }

  /** In the order of the references; two queries for each kind, however many there are. */
  async resolve(references: readonly ComponentReference[]): Promise<readonly Component[]> {
    const found = references.map(asGiven);
    for (const kind of new Set(references.map(kindOf))) {
      if (kind === undefined) continue;
      const places = references.flatMap((one, at) => (kindOf(one) === kind ? [at] : []));
      const heads = await this.content.findAll(
        kind,
        places.map((at) => references[at] ?? NOTHING),
      );
      for (const [nth, at] of places.entries()) {
        const head = heads[nth];
        if (head) found[at] = here(references[at] ?? NOTHING, head);
      }
    }
    return found;
  }
}

const NOTHING: ComponentReference = { type: '', name: '', id: '' };

function kindOf({ type, name, id }: ComponentReference): ReferredType | undefined {
  return name === '' && id === '' ? undefined : componentKind(type);
}

function asGiven({ type, name }: ComponentReference): Component {
  return { type: type === '' ? null : type, name: name === '' ? null : name, id: null };
}

/** The name stays as the document writes it unless the component has another one by now. */
function here(reference: ComponentReference, head: { id: string; name: string }): Component {
  const { name } = asGiven(reference);
  const isSame = name !== null && withoutProject(name) === withoutProject(head.name);
  return { ...asGiven(reference), name: isSame ? name : head.name, id: head.id };
}
