import { cutText } from '../../../kernel/cut-text.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { ownObject } from '../../../kernel/json-reading.js';
import { toStored } from '../../../platform/database/storable.js';
import { ownText } from '../openapi/local-refs.js';
import { readOperations } from '../openapi/model-operations.js';
import { emptyCredentials, readSecuritySchemes } from '../openapi/security-schemes.js';
import { modelServer } from '../openapi/server-address.js';
import { type ModelSummary } from './integration-model.js';

const DESCRIPTION_SHOWN_MAX = 1000;

/** `title:version`, by which integrations and clients name a model. */
export function versionIdOf(document: JsonObject): string {
  const info = ownObject(document, 'info');
  const title = (ownText(info, 'title') ?? '').trim();
  const version = (ownText(info, 'version') ?? '').trim();
  return title === '' || version === '' ? '' : `${title}:${version}`;
}

/**
 * What an integration of the model configures, with the model's own values and empty secrets:
 * `authentication` by security scheme, `server`, `tls`, `version`.
 */
export function readModelProperties(document: JsonObject): JsonObject {
  const { protocol, host, basePath } = modelServer(document);
  const schemes = [...readSecuritySchemes(document)];
  return {
    authentication: Object.fromEntries(
      schemes.map(([name, scheme]) => [name, emptyCredentials(scheme)]),
    ),
    server: { protocol, host, base_path: basePath === '' ? '/' : basePath },
    tls: { enabled: protocol === 'https', rejectUnauthorized: true },
    version: ownText(ownObject(document, 'info'), 'version') ?? '',
  };
}

/** The summary of a document that is sound. */
export function summaryOf(document: JsonObject, hash: string | null): ModelSummary {
  const description = ownText(ownObject(document, 'info'), 'description') ?? '';
  return {
    versionId: versionIdOf(document),
    description: cutText(description, DESCRIPTION_SHOWN_MAX).replace(/\p{Surrogate}/gu, ''),
    operations: readOperations(document).length,
    properties: toStored(readModelProperties(document)),
    problem: null,
    hash,
  };
}

/** The summary of a packaged document that cannot be used. */
export function brokenSummary(problem: string, hash: string | null): ModelSummary {
  return { versionId: '', description: '', operations: 0, properties: {}, problem, hash };
}

/**
 * The OpenAPI document in what a package calls an integration model: itself, or below `model`,
 * as exports of integration models come. undefined where neither is one.
 */
export function packagedDocument(bundle: JsonObject): JsonObject | undefined {
  const candidates = [bundle, ownObject(bundle, 'model'), ownObject(bundle, 'data')];
  return candidates.find((one) => isJsonObject(one) && ownText(one, 'openapi') !== undefined);
}
