import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ReadableRequestGuard } from './readable-request.guard.js';

/** Judges the form of requests; imported after the modules whose guards judge callers and their rate. */
@Module({ providers: [{ provide: APP_GUARD, useClass: ReadableRequestGuard }] })
export class ReadableRequestModule {}
