import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Prometheus, Range } from './prometheus.ts'

const side = z.number().int()

const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      type: z.enum(['timeseries', 'stat']),
      gridPos: z.object({ x: side, y: side, w: side, h: side }),
      fieldConfig: z.object({
        defaults: z.object({
          unit: z.enum(['reqps', 's', 'short', 'percentunit', 'bytes', 'bool_yes_no']),
          thresholds: z
            .object({ steps: z.array(z.object({ color: z.string(), value: z.number().nullable() })) })
            .optional(),
        }),
      }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })),
    }),
  ),
})

export type Panel = z.infer<typeof dashboardSchema>['panels'][number]
type Target = Panel['targets'][number]

/** What Grafana draws as one line, without the instants that have no number. */
export type Line = Readonly<{ name: string; points: readonly (readonly [second: number, value: number])[] }>

/** The panels of the shipped Grafana dashboard. */
export function readPanels(): readonly Panel[] {
  const file = join(import.meta.dirname, '../../deploy/grafana/latchkey-dashboard.json')
  return dashboardSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).panels
}

/**
 * Evaluates a panel's query with every instance chosen, as Grafana does.
 * @param range its step is the interval of the scrapes
 */
export async function queryTarget(
  { queryRange }: Prometheus,
  { expr, legendFormat }: Target,
  range: Range,
): Promise<readonly Line[]> {
  // Grafana's $__rate_interval covers four scrapes.
  const query = expr.replaceAll('$__rate_interval', `${4 * range.step}s`).replaceAll('$instance', '.*')
  const lines = (await queryRange(query, range)).map(({ metric, values }) => ({
    name: legendFormat.replace(/\{\{(\w+)\}\}/g, (label, key) => metric[key] ?? label),
    points: values.filter(([, value]) => Number.isFinite(value)),
  }))
  return lines.filter(({ points }) => points.length > 0)
}
