import { Module } from '@nestjs/common';

/**
 * Automations and the triggers that start them: operation 12, `/operations-manager/automations`,
 * `/operations-manager/triggers`.
 */
@Module({})
export class AutomationsModule {}
