import { z } from 'zod'

/** Such as `c`, `oc` and `di(..)(..)`: catch-all and dynamic, optional or intercepting. */
const parameterKind = z.string().regex(/^(?:oc|[cd](?:i(?:\(\.{1,3}\)|\(\.\.\)\(\.\.\)))?)$/)
const segment = z.union([z.string(), z.tuple([z.string(), z.string(), parameterKind, z.array(z.string()).nullable()])])
const routerState: z.ZodType<unknown> = z.tuple([
  segment,
  z.lazy(() => z.record(z.string(), routerState)),
  z.tuple([z.string(), z.string()]).nullish(),
  z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullish(),
  z.number().nullish(),
  z.string().optional(),
])

/** Next 16.4 (`server/app-render/types.js`) responds with 500 to any other `Next-Router-State-Tree`. */
export function isRouterState(header: string | readonly string[]): boolean {
  if (typeof header !== 'string') return false
  try {
    return routerState.safeParse(JSON.parse(decodeURIComponent(header))).success
  } catch {
    // Malformed JSON or percent-encoding, or nesting that overflows the stack.
    return false
  }
}
