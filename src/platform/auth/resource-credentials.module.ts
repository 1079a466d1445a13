import { Module } from '@nestjs/common';
import { ResourceCredentials } from './resource-credentials.js';

/** The registry of checks of objects' own credentials: imported to register and to ask. */
@Module({ providers: [ResourceCredentials], exports: [ResourceCredentials] })
export class ResourceCredentialsModule {}
