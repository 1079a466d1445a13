import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SWITCH_MODEL, switchSchema } from './switch.schema.js';
import { SwitchesRepository } from './switches.repository.js';
import { SwitchesService } from './switches.service.js';

/** What administrators have switched off. Owns the collection `switches`. */
@Module({
  imports: [MongooseModule.forFeature([{ name: SWITCH_MODEL, schema: switchSchema }])],
  providers: [SwitchesService, SwitchesRepository],
  exports: [SwitchesService],
})
export class SwitchesModule {}
