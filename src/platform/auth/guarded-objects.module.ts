import { Module } from '@nestjs/common';
import { GuardedObjects } from './guarded-objects.js';

/** The registry of kinds of objects with group-based access: imported to register and to ask. */
@Module({ providers: [GuardedObjects], exports: [GuardedObjects] })
export class GuardedObjectsModule {}
