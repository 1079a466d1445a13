import { Module } from '@nestjs/common';
import { ListTotals } from './list-totals.js';

/** Totals that are kept until their list changes; imported by domains with large lists. */
@Module({ providers: [ListTotals], exports: [ListTotals] })
export class ListTotalsModule {}
