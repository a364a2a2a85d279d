import { bareNext } from './bare-next.ts'
import type { Contestant } from './contestant.ts'
import { limit } from './limit.ts'
import { ours } from './ours.ts'
import { peers } from './peers.ts'

/** Everybody, in the order in which they take turns and are reported. */
export const contestants: readonly Contestant[] = [...ours, limit, bareNext, ...peers]
