import { Module } from '@nestjs/common';
import { OwnCredentials } from './own-credentials.js';

/** The registry of checks of objects' own credentials: imported to register and to ask. */
@Module({ providers: [OwnCredentials], exports: [OwnCredentials] })
export class OwnCredentialsModule {}
