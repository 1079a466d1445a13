import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CredentialReader } from '../../api/access/credential-reader.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { WorkModule } from '../../platform/work/work.module.js';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { SecretsModule } from '../../platform/secrets/secrets.module.js';
import { DeliveriesRepository } from './deliveries/deliveries.repository.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DELIVERY_MODEL, deliverySchema } from './deliveries/delivery.schema.js';
import { WebhookCallerService } from './webhooks/webhook-caller.service.js';
import { WebhookDeliveriesService } from './webhooks/webhook-deliveries.service.js';
import { ReceiverHealthService } from './deliveries/receiver-health.service.js';
import { Receivers } from './deliveries/receivers.js';
import { WebhookPlannerService } from './webhooks/webhook-planner.service.js';
import { DeliverySenderService } from './deliveries/delivery-sender.service.js';
import { DeliveryTasks } from './deliveries/delivery.tasks.js';
import { WebhookTasks } from './webhooks/webhook.tasks.js';
import { WEBHOOK_MODEL, webhookSchema } from './webhooks/webhook.schema.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';
import { WebhooksRepository } from './webhooks/webhooks.repository.js';
import { WebhooksService } from './webhooks/webhooks.service.js';
import { EventStreamController } from './stream/event-stream.controller.js';
import { EventStreamsService } from './stream/event-streams.service.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { EVENT_DUPLICATE_MODEL, eventDuplicateSchema } from './log/event-duplicate.schema.js';
import { EventDuplicatesRepository } from './log/event-duplicates.repository.js';
import { EventsController } from './log/events.controller.js';
import { PublishingService } from './log/publishing.service.js';
import { RepeatedEventsService } from './log/repeated-events.service.js';
import { StoredEventsRepository } from './log/stored-events.repository.js';
import { StoredEventsService } from './log/stored-events.service.js';
import { EventRegistryController } from './registry/event-registry.controller.js';
import { EventRegistryService } from './registry/event-registry.service.js';
import { EVENT_TYPE_MODEL, eventTypeSchema } from './registry/event-type.schema.js';
import { EventTypesRepository } from './registry/event-types.repository.js';
import { EventTypesService } from './registry/event-types.service.js';

/**
 * What the platform tells of itself: operation 10, the stored events, their stream, and webhooks.
 * Owns the collections `event_types`, `event_duplicates`, `event_webhooks` and `event_deliveries`; the log
 * itself is the platform's.
 */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: EVENT_TYPE_MODEL, schema: eventTypeSchema },
      { name: EVENT_DUPLICATE_MODEL, schema: eventDuplicateSchema },
      { name: WEBHOOK_MODEL, schema: webhookSchema },
      { name: DELIVERY_MODEL, schema: deliverySchema },
    ]),
    OutboundModule,
    ProfilesModule,
    SchedulingModule,
    WorkModule,
    SecretsModule,
    UserManagementModule,
  ],
  controllers: [
    EventRegistryController,
    EventStreamController,
    WebhooksController,
    EventsController,
  ],
  providers: [
    CredentialReader,
    EventDuplicatesRepository,
    EventRegistryService,
    EventTypesRepository,
    EventTypesService,
    EventStreamsService,
    PublishingService,
    RepeatedEventsService,
    StoredEventsRepository,
    StoredEventsService,
    DeliveriesRepository,
    DeliveriesService,
    WebhookCallerService,
    WebhookDeliveriesService,
    ReceiverHealthService,
    Receivers,
    WebhookPlannerService,
    DeliverySenderService,
    DeliveryTasks,
    WebhookTasks,
    WebhooksRepository,
    WebhooksService,
  ],
  exports: [DeliveriesService, Receivers],
})
export class EventsModule {}
