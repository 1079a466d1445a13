import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { type Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { SecretBox } from './secret-box.js';
import { loadSecretKeys } from './secret-keys.js';
import { SecretsCheckRepository } from './secrets-check.repository.js';
import { secretsCheckSchema } from './secrets-check.schema.js';
import { SecretsCheckService } from './secrets-check.service.js';

/**
 * Sealing of stored secrets (global: every domain with credentials needs the one box).
 * Owns the collection `platform_state`, where a sealed check value tells right keys from wrong ones.
 */
@Global()
@Module({
  imports: [MongooseModule.forFeature([{ name: 'SecretsCheck', schema: secretsCheckSchema }])],
  providers: [
    {
      provide: SecretBox,
      useFactory: (config: Config) => new SecretBox(loadSecretKeys(config.data)),
      inject: [CONFIG],
    },
    SecretsCheckRepository,
    SecretsCheckService,
  ],
  exports: [SecretBox],
})
export class SecretsModule {}
