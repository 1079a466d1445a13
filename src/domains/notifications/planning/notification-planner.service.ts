import { Injectable } from '@nestjs/common';
import { isInScope } from '../../../cores/notifications/rule-scope.js';
import { deliveryTime } from '../../../cores/notifications/delivery-time.js';
import { Clock } from '../../../kernel/clock.js';
import { type EventBatch } from '../../../platform/events/event-batch.js';
import { type PlatformEvent } from '../../../platform/events/stored-event.js';
import { DeviceGroupsService } from '../../devices/groups/device-groups.service.js';
import { DeliveriesService } from '../../events/deliveries/deliveries.service.js';
import { newDelivery } from '../../events/deliveries/delivery.js';
import { isWanted } from '../../events/deliveries/delivery-rules.js';
import { type StoredRule } from '../stored/rule.js';
import { ChannelsRepository } from '../stored/channels.repository.js';
import { RulesRepository } from '../stored/rules.repository.js';

/** A name that no device has: a group without members is about no device, and not about all. */
const NO_DEVICE = '';

/** Decides which event is told through which channels, and when. */
@Injectable()
export class NotificationPlannerService {
  constructor(
    private readonly rules: RulesRepository,
    private readonly channels: ChannelsRepository,
    private readonly deviceGroups: DeviceGroupsService,
    private readonly deliveries: DeliveriesService,
    private readonly clock: Clock,
  ) {}

  /** Plans what an event is told by; planning it again changes nothing. */
  async plan(event: PlatformEvent, batch: EventBatch): Promise<void> {
    const enabled = await batch.once('notification rules', () => this.rules.enabled());
    for (const rule of enabled) {
      if (!isWanted(rule.filters, event) || !(await this.isAbout(rule, event, batch))) continue;
      // A channel that was deleted although the rule sends to it is passed over.
      const known = await batch.once('notification channels', () => this.channels.ids());
      for (const channel of rule.channels)
        if (known.includes(channel)) await this.planFor(rule, channel, event);
    }
  }

  private async isAbout(
    rule: StoredRule,
    event: PlatformEvent,
    batch: EventBatch,
  ): Promise<boolean> {
    const { deviceGroups, ...scope } = rule;
    if (deviceGroups.length === 0) return isInScope(scope, event);
    const members = await batch.once(`devices of ${rule._id}`, () =>
      this.deviceGroups.devicesOf(deviceGroups),
    );
    const devices = [...scope.devices, ...members];
    return isInScope({ ...scope, devices: devices.length > 0 ? devices : [NO_DEVICE] }, event);
  }

  private async planFor(rule: StoredRule, channel: string, event: PlatformEvent): Promise<void> {
    const { id, source, topic, time } = event;
    const due = deliveryTime(rule, time);
    const single = `${rule._id}-${channel}-${id}`;
    const _id = due ? `${rule._id}-${channel}-${due.getTime()}` : single;
    const of = { webhook: channel, event: id, source, topic, created: this.clock.now() };
    const notification = { rule: rule._id, events: [id], more: 0, message: null };
    const delivery = { ...newDelivery({ _id, ...of }), notification };
    if (!due) await this.deliveries.add([{ delivery, notBefore: null }]);
    else await this.deliveries.bundle({ delivery, notBefore: due }, single);
  }
}
