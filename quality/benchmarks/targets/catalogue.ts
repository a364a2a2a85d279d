import { bareNext } from './bare-next.ts'
import { betterAuth } from './better-auth.ts'
import { limits } from './limit.ts'
import { oidcProvider } from './oidc-provider.ts'
import { ours } from './ours.ts'
import type { Target } from './target.ts'

/** All targets, in the order of turns and reports. */
export const targets: readonly Target[] = [...ours, ...limits, bareNext, oidcProvider, ...betterAuth]
