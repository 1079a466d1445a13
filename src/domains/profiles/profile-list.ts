import { listOf } from '../../api/lists/list-declaration.js';
import { ShownProfile } from './profiles.dto.js';

/** Profiles, by the `id` of their documents. */
export const PROFILE_LIST = listOf('listProfiles', {
  item: ShownProfile,
  aliases: { id: 'profile.id', name: 'profile.id' },
  order: ['profile.id', 1],
  stored: { 'profile.id': { path: 'name', folded: 'nameFolded' } },
});
