import { Injectable } from '@nestjs/common';
import { Nudges } from '../../../platform/scheduling/nudges.js';

/** Rings with the id of a job that has changed on this node. */
@Injectable()
export class JobNudges extends Nudges {}
