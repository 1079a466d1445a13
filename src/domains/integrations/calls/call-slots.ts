import { HostSlots } from '../../../platform/outbound/host-slots.js';

/** Lets so many calls run on one integration at a time, as many as the active profile says. */
export class CallSlots {
  private present = { perIntegration: 0, slots: new HostSlots(1) };

  /** Runs the work when there is a slot. A signal that fires while waiting gives the place up. */
  async run<T>(
    id: string,
    { perIntegration, signal }: { readonly perIntegration: number; readonly signal: AbortSignal },
    work: () => Promise<T>,
  ): Promise<T> {
    if (this.present.perIntegration !== perIntegration)
      // Calls under way end on their own count; a changed number is soon exact.
      this.present = { perIntegration, slots: new HostSlots(perIntegration) };
    return this.present.slots.run(id, signal, work);
  }
}
