import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MailClient } from '../../connectors/mail/mail-client.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { ReferrersModule } from '../../platform/referrers/referrers.module.js';
import { SecretsModule } from '../../platform/secrets/secrets.module.js';
import { DeviceGroupsModule } from '../devices/groups/device-groups.module.js';
import { EventsModule } from '../events/events.module.js';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { ChannelDeliveriesService } from './channels/channel-deliveries.service.js';
import { ChannelsController } from './channels/channels.controller.js';
import { ChannelsService } from './channels/channels.service.js';
import { MessagesService } from './messages/messages.service.js';
import { NotificationPlannerService } from './planning/notification-planner.service.js';
import { NotificationTasks } from './planning/notification.tasks.js';
import { TaskNotificationsService } from './planning/task-notifications.service.js';
import { RulePreviewService } from './rules/rule-preview.service.js';
import { RuleReferencesService } from './rules/rule-references.service.js';
import { RulesController } from './rules/rules.controller.js';
import { RulesService } from './rules/rules.service.js';
import { ChannelCallerService } from './sending/channel-caller.service.js';
import { CHANNEL_MODEL, channelSchema } from './stored/channel.schema.js';
import { ChannelsRepository } from './stored/channels.repository.js';
import { RULE_MODEL, ruleSchema } from './stored/rule.schema.js';
import { RulesRepository } from './stored/rules.repository.js';

/**
 * Tells people of events, by mail and chat. Owns the collections `notification_channels` and `notification_rules`; what is
 * on its way lies with the deliveries of webhooks.
 */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: CHANNEL_MODEL, schema: channelSchema },
      { name: RULE_MODEL, schema: ruleSchema },
    ]),
    DeviceGroupsModule,
    EventsModule,
    OutboundModule,
    ReferrersModule,
    SecretsModule,
    UserManagementModule,
  ],
  controllers: [ChannelsController, RulesController],
  providers: [
    ChannelCallerService,
    ChannelDeliveriesService,
    ChannelsRepository,
    ChannelsService,
    MailClient,
    MessagesService,
    NotificationPlannerService,
    NotificationTasks,
    RulePreviewService,
    RuleReferencesService,
    RulesRepository,
    RulesService,
    TaskNotificationsService,
  ],
  exports: [TaskNotificationsService],
})
export class NotificationsModule {}
