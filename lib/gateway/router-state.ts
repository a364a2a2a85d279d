import { z } from 'zod'

const parameterKinds = [
  'c',
  'ci(..)(..)',
  'ci(.)',
  'ci(..)',
  'ci(...)',
  'oc',
  'd',
  'di(..)(..)',
  'di(.)',
  'di(..)',
  'di(...)',
]
const segment = z.union([
  z.string(),
  z.tuple([z.string(), z.string(), z.enum(parameterKinds), z.array(z.string()).nullable()]),
])
const routerState: z.ZodType<unknown> = z.tuple([
  segment,
  z.lazy(() => z.record(z.string(), routerState)),
  z.tuple([z.string(), z.string()]).nullish(),
  z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullish(),
  z.number().nullish(),
  z.string().optional(),
])

/**
 * Whether the header `Next-Router-State-Tree` is valid by the schema of Next 16.4 (`server/app-render/types.js`). Next
 * responds to any other value with 500.
 */
export function isRouterState(header: string | readonly string[]): boolean {
  if (typeof header !== 'string') return false
  try {
    return routerState.safeParse(JSON.parse(decodeURIComponent(header))).success
  } catch {
    // Malformed JSON or percent-encoding, or nesting that overflows the stack.
    return false
  }
}
