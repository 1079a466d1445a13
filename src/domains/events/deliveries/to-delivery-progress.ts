import { type DeliveryProgress } from './delivery.dto.js';
import { type StoredDelivery } from './delivery.js';

type Progress = Pick<DeliveryProgress, keyof DeliveryProgress>;

/** How far a delivery has come, as it is answered. */
export function toDeliveryProgress(delivery: StoredDelivery): Progress {
  const { _id, state, attempts, status, detail, due, created, finished } = delivery;
  return {
    _id,
    state,
    attempts,
    status,
    detail,
    due: due?.toISOString() ?? null,
    created: created.toISOString(),
    finished: finished?.toISOString() ?? null,
  };
}
