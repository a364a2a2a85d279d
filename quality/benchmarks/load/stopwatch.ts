import { quantile } from '../figures/statistics.ts'
import type { Timing } from './plan.ts'

/** Counts responses between start and stop, and records their latency. */
export class Stopwatch {
  readonly #waits: number[] = []
  #startedAt: number | undefined
  #measuredMs = 0
  #processor = process.cpuUsage()
  #processorMs = 0

  get isRunning(): boolean {
    return this.#startedAt !== undefined
  }

  /** Total running time. */
  get measuredMs(): number {
    return this.#measuredMs
  }

  start(): void {
    this.#startedAt = performance.now()
    this.#processor = process.cpuUsage()
  }

  stop(): void {
    if (this.#startedAt === undefined) return
    this.#measuredMs += performance.now() - this.#startedAt
    const { user, system } = process.cpuUsage(this.#processor)
    this.#processorMs += (user + system) / 1_000
    this.#startedAt = undefined
  }

  note(waitedMs: number): void {
    if (this.isRunning) this.#waits.push(waitedMs)
  }

  read(): Timing {
    const waits = this.#waits.sort((one, other) => one - other)
    return {
      answered: waits.length,
      perSecond: (waits.length / this.#measuredMs) * 1_000,
      p50: quantile(waits, 0.5),
      p99: quantile(waits, 0.99),
      longest: waits.at(-1) ?? 0,
      generatorLoad: this.#processorMs / this.#measuredMs,
    }
  }
}
