import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { QueryTextGuard } from './query-text.guard.js';

/** Judges query strings; imported after the modules whose guards judge callers and their rate. */
@Module({ providers: [{ provide: APP_GUARD, useClass: QueryTextGuard }] })
export class QueryModule {}
