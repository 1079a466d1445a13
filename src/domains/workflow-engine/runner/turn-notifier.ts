import { Injectable } from '@nestjs/common';
import { ChangeNotifier } from '../../../platform/scheduling/change-notifier.js';

/**
 * Rings for whoever gives jobs their turns: `queued` when more wait for theirs, `freed` when one is at work
 * no more, `canceled` when jobs were canceled with one above them.
 */
@Injectable()
export class TurnNotifier extends ChangeNotifier {}
