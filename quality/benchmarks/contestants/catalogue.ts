import { bareNext } from './bare-next.ts'
import { betterAuth } from './better-auth.ts'
import type { Contestant } from './contestant.ts'
import { limits } from './limit.ts'
import { oidcProvider } from './oidc-provider.ts'
import { ours } from './ours.ts'

/** Everybody, in the order in which they take turns and are reported. */
export const contestants: readonly Contestant[] = [...ours, ...limits, bareNext, oidcProvider, ...betterAuth]
