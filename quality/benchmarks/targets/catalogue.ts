import { bareNext } from './bare-next.ts'
import { betterAuth } from './better-auth.ts'
import { limits } from './limit.ts'
import { oidcProvider } from './oidc-provider.ts'
import { ours } from './ours.ts'
import type { Target } from './target.ts'

/** Everybody, in the order in which they take turns and are reported. */
export const targets: readonly Target[] = [...ours, ...limits, bareNext, oidcProvider, ...betterAuth]
