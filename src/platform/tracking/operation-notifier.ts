import { Injectable } from '@nestjs/common';
import { ChangeNotifier } from '../scheduling/change-notifier.js';

/** Rings with the id of an operation that has changed on this node. */
@Injectable()
export class OperationNotifier extends ChangeNotifier {}
