import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { FamiliesRepository } from '../store/families.repository.js';

const NAME_MS = 60_000;
const FREE_MS = 3600 * 1000;

/** Mends what older nodes leave, which run beside newer ones while they are upgraded. */
@Injectable()
export class RollingUpgradeService implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly families: FamiliesRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.every('families of jobs', NAME_MS, () => this.families.nameFamilies());
    this.tasks.every('places of ended jobs', FREE_MS, () => this.families.freePlaces());
  }
}
