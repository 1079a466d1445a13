import { listOf } from '../../api/lists/list-declaration.js';
import { AvailableArtifact, AvailableArtifactsOptions } from './artifacts.dto.js';
import { OFFERED } from './offered/catalogue.service.js';

/** Operation 2: what the repositories offer. */
export const AVAILABLE_LIST = listOf('listAvailableArtifacts', {
  ...OFFERED,
  item: AvailableArtifact,
  own: AvailableArtifactsOptions,
});
