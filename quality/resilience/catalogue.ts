import { balancerTrial } from './balancer.ts'
import { clockTrial } from './clock.ts'
import { diskFullTrial } from './disk-full.ts'
import { killTrial } from './kill.ts'
import { outageTrial } from './outage.ts'
import { powerCutTrial } from './power-cut.ts'
import { raceTrial } from './race.ts'
import { soakTrial } from './soak.ts'
import type { Trial } from './trial.ts'
import { upgradeTrial } from './upgrade.ts'

/** All trials, in the order in which they run and are reported. */
export const trials: readonly Trial[] = [
  raceTrial,
  killTrial,
  powerCutTrial,
  outageTrial,
  balancerTrial,
  diskFullTrial,
  clockTrial,
  upgradeTrial,
  soakTrial,
]
