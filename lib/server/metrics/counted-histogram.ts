import { Histogram, type MetricValueWithName } from 'prom-client'
import type { Distribution } from '#lib/kernel/measurements.ts'

type Labels<T extends string> = Readonly<Partial<Record<T, string>>>

type Options<T extends string> = Readonly<{
  name: string
  help: string
  labelNames: readonly T[]
  read: () => Iterable<readonly [Labels<T>, Distribution]>
}>

/** A histogram that reads its values when scraped: `observe` of prom-client would allocate at each request. */
export class CountedHistogram<T extends string> extends Histogram<T> {
  readonly #name: string
  readonly #help: string
  readonly #read: Options<T>['read']

  constructor({ name, help, labelNames, read }: Options<T>) {
    super({ name, help, labelNames: [...labelNames], registers: [] })
    this.#name = name
    this.#help = help
    this.#read = read
  }

  /** What the registry and `get` call; the types of prom-client don't have it. */
  async getForPromString() {
    const values = [...this.#read()].flatMap(([labels, distribution]) => [...this.#list(labels, distribution)])
    return { name: this.#name, help: this.#help, type: 'histogram', aggregator: 'sum', values }
  }

  *#list(labels: Labels<T>, { bounds, counts, sum }: Distribution): Generator<MetricValueWithName<T>> {
    let total = 0
    for (const [index, count] of counts.entries()) {
      total += count
      const bucket = { ...labels, le: bounds[index] ?? '+Inf' }
      yield { metricName: `${this.#name}_bucket`, labels: bucket, value: total }
    }
    yield { metricName: `${this.#name}_sum`, labels, value: sum }
    yield { metricName: `${this.#name}_count`, labels, value: total }
  }
}
