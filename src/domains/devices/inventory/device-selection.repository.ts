import { trusted } from 'mongoose';
import { foldText } from '../../../kernel/folded-text.js';
import { type TextFilter } from '../../../platform/database/text-match.js';
import { type DeviceSelection } from './device-list.js';

/** Matches the devices of a selection: those that fit in any way. */
export function selectionFilter({ all, names, groups, types }: DeviceSelection): TextFilter {
  if (all) return {};
  const any = [
    ...(names.length > 0 ? [{ nameFolded: trusted({ $in: names.map(foldText) }) }] : []),
    ...(groups.length > 0 ? [{ groupsFolded: trusted({ $in: groups.map(foldText) }) }] : []),
    ...(types.length > 0 ? [{ type: trusted({ $in: types }) }] : []),
  ];
  return any.length === 0 ? { _id: '' } : { $or: any };
}
