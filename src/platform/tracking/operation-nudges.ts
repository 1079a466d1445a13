import { Injectable } from '@nestjs/common';
import { Nudges } from '../scheduling/nudges.js';

/** Rings with the id of an operation that has changed on this node. */
@Injectable()
export class OperationNudges extends Nudges {}
