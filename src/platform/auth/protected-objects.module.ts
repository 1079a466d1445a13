import { Module } from '@nestjs/common';
import { ProtectedObjects } from './protected-objects.js';

/** The registry of kinds of objects with group-based access: imported to register and to ask. */
@Module({ providers: [ProtectedObjects], exports: [ProtectedObjects] })
export class ProtectedObjectsModule {}
