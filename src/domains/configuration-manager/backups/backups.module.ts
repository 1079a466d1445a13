import { Module } from '@nestjs/common';
import { BackupIntake } from './backup-intake.service.js';
import { BackupTexts } from './backup-texts.service.js';

const PORTS = [BackupIntake, BackupTexts];

/** Operation 7: kept configurations of devices. */
@Module({ providers: PORTS, exports: PORTS })
export class BackupsModule {}
