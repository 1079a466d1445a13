import { type Fault, invalidInput } from '../../../kernel/app-error.js';
import { type PackageHead } from '../packing/build-package.js';
import { type BuildRequest } from './package-builder.service.js';
import { type BuildArtifactRequest, type DocumentToPack } from './publishing.dto.js';

/**
 * What a request asks for, with defaults.
 * @throws AppError `invalid-input` where a document is named by nothing or twice, or there is none.
 */
export function toBuildRequest(body: BuildArtifactRequest): BuildRequest {
  const { documents, include = 'references' } = body;
  const faults = documents.flatMap((document, at) => faultsOf(document, `#/documents/${at}`));
  if (documents.length === 0) faults.push({ pointer: '#/documents', detail: 'must name one' });
  if (faults.length > 0) throw invalidInput(faults);
  const wanted = documents.map(({ type: kind, _id, name }) => ({ kind, text: _id ?? name ?? '' }));
  return { head: headOf(body), documents: wanted, include };
}

function headOf({ name, version, ...rest }: BuildArtifactRequest): PackageHead {
  const { description = '', author = '', license = '' } = rest;
  const { keywords = [], platformDependencies = {} } = rest;
  return { name, version, description, author, license, keywords, platformDependencies };
}

function faultsOf({ _id, name }: DocumentToPack, pointer: string): Fault[] {
  const given = [_id, name].filter((text) => text !== undefined);
  return given.length === 1 ? [] : [{ pointer, detail: 'must have either name or _id' }];
}
