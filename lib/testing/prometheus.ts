import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { findFreePort } from './free-port.ts'

const seriesSchema = z.object({
  metric: z.record(z.string(), z.string()),
  values: z.array(z.tuple([z.number(), z.string().transform(Number)])),
})
const answerSchema = z.object({
  error: z.string().optional(),
  data: z.object({ result: z.array(seriesSchema) }).optional(),
})

export type Range = Readonly<{ start: number; end: number; step: number }>

type Series = z.infer<typeof seriesSchema>

/** Disposing of it ends it and removes its data. */
export type Prometheus = AsyncDisposable &
  Readonly<{
    /** Evaluates a query over a range in Unix seconds. @throws Error with the reason if Prometheus refuses the query */
    queryRange: (query: string, range: Range) => Promise<readonly Series[]>
  }>

/**
 * Starts the installed Prometheus with the shipped configuration, but one target on this machine and without alerts.
 */
export async function startPrometheus(target: Readonly<{ port: number; everySeconds: number }>): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-prometheus-'))
  const file = join(folder, 'prometheus.yml')
  const shipped = readFileSync(join(import.meta.dirname, '../../deploy/prometheus/prometheus.yml'), 'utf8')
  const text = shipped
    .replace('scrape_interval: 15s', `scrape_interval: ${target.everySeconds}s`)
    .replace('127.0.0.1:9464', `127.0.0.1:${target.port}`)
    .replace(/^rule_files.*$/m, '')
  writeFileSync(file, text)
  const address = `127.0.0.1:${await findFreePort()}`
  const options = [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`]
  const child = spawn('prometheus', [...options, `--web.listen-address=${address}`], { stdio: 'ignore' })
  const isReady = () =>
    fetch(`http://${address}/-/ready`)
      .then(({ ok }) => ok)
      .catch(() => false)
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}`)
    await sleep(50)
  }
  return {
    queryRange: async (query, { start, end, step }) => {
      const body = new URLSearchParams({ query, start: `${start}`, end: `${end}`, step: `${step}` })
      const response = await fetch(`http://${address}/api/v1/query_range`, { method: 'POST', body })
      const { data, error } = answerSchema.parse(await response.json())
      if (!data) throw new Error(`${query}: ${error}`)
      return data.result
    },
    [Symbol.asyncDispose]: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      rmSync(folder, { recursive: true })
    },
  }
}
