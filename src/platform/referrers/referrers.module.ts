import { Module } from '@nestjs/common';
import { Referrers } from './referrers.js';

/** Who refers to what, across domains. */
@Module({ providers: [Referrers], exports: [Referrers] })
export class ReferrersModule {}
