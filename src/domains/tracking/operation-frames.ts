import { isDeepStrictEqual } from 'node:util';
import { eventFrame } from '../../api/http/event-frame.js';
import { type FollowFrames } from '../../api/http/follow-stream.js';
import { toListedOperation } from '../../api/tracking/to-tracked-operation.js';
import { hasEnded, type TrackedOperation } from '../../platform/tracking/tracked-operation.js';

/** How followers of an operation are told; what it answered is not among it, that may be long. */
export const OPERATION_FRAMES: FollowFrames<TrackedOperation> = {
  snapshot: (operation) => eventFrame(operation.rev, 'snapshot', toListedOperation(operation)),
  change: (before, after) => {
    const told = toListedOperation(after);
    const isSame = isDeepStrictEqual(told, toListedOperation(before));
    return isSame ? '' : eventFrame(after.rev, 'change', told);
  },
  end: ({ rev, state }) => eventFrame(rev, 'end', { state }),
  hasEnded,
};
