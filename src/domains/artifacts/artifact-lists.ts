import { listOf } from '../../api/lists/list-declaration.js';
import { type StoredFields } from '../../platform/database/lists/stored-filter.js';
import {
  AvailableArtifact,
  AvailableArtifactsOptions,
  InstalledArtifact,
} from './artifacts.dto.js';
import { OFFERED } from './offered/catalogue.service.js';
import { keywordPattern } from './packages/package-content.js';

/** Operation 2: what the repositories offer. */
export const AVAILABLE_LIST = listOf('listAvailableArtifacts', {
  ...OFFERED,
  item: AvailableArtifact,
  own: AvailableArtifactsOptions,
});

const STORED: StoredFields = {
  _id: { path: '_id' },
  name: { path: 'name', folded: 'nameFolded' },
  version: { path: 'version', index: 'list_of_version' },
  description: {
    path: 'head.description',
    folded: 'descriptionFolded',
    index: 'list_of_description',
  },
  keywords: { path: 'keywordLines', keyOf: keywordPattern },
};

/** Operation 3: installed packages, by name. */
export const INSTALLED_LIST = listOf('listInstalledArtifacts', {
  item: InstalledArtifact,
  order: ['name', 1],
  zeroIsAll: true,
  stored: STORED,
});

/** Installed packages under the path of existing clients, by name. */
export const PREBUILT_LIST = listOf('listInstalledPrebuilts', {
  item: InstalledArtifact,
  order: ['name', 1],
  stored: STORED,
});
