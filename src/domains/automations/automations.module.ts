import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { TRIGGER_MODEL, triggerSchema } from './triggers/trigger.schema.js';
import { TriggersRepository } from './triggers/triggers.repository.js';

const MODELS = [{ name: TRIGGER_MODEL, schema: triggerSchema }];

/**
 * Automations and the triggers that start them: operation 12, `/operations-manager/automations`,
 * `/operations-manager/triggers`.
 */
@Module({
  imports: [MongooseModule.forFeature(MODELS)],
  providers: [TriggersRepository],
})
export class AutomationsModule {}
