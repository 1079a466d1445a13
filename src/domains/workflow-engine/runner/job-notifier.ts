import { Injectable } from '@nestjs/common';
import { ChangeNotifier } from '../../../platform/scheduling/change-notifier.js';

/** Rings with the id of a job that has changed on this node. */
@Injectable()
export class JobNotifier extends ChangeNotifier {}
