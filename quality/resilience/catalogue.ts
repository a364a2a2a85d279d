import { balancerTest } from './balancer.ts'
import { clockTest } from './clock.ts'
import { diskFullTest } from './disk-full.ts'
import { killTest } from './kill.ts'
import { outageTest } from './outage.ts'
import { powerCutTest } from './power-cut.ts'
import { raceTest } from './race.ts'
import type { ResilienceTest } from './resilience-test.ts'
import { soakTest } from './soak.ts'
import { upgradeTest } from './upgrade.ts'

/** All resilience tests, in the order of runs and reports. */
export const resilienceTests: readonly ResilienceTest[] = [
  raceTest,
  killTest,
  powerCutTest,
  outageTest,
  balancerTest,
  diskFullTest,
  clockTest,
  upgradeTest,
  soakTest,
]
