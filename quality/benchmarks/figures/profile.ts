/** The fields of a V8 profile (`node --cpu-prof`) that are read here. */
export type CpuProfile = Readonly<{
  nodes: readonly Readonly<{ id: number; callFrame: Readonly<{ functionName: string; url: string }> }>[]
  startTime: number
  /** The running node of each sample, and the microseconds since the previous sample. */
  samples: readonly number[]
  timeDeltas: readonly number[]
}>

/** The share of busy time that a function, or a place, spent itself. */
export type Share = Readonly<{ name: string; share: number }>

export type ProfileSummary = Readonly<{
  /** The busy share of the main thread’s time. */
  busy: number
  places: readonly Share[]
  functions: readonly Share[]
}>

const most = 15
/** Excludes the start, which loads and compiles. */
const startMs = 4_000
const idle = new Set(['(idle)', '(root)'])

/** The main thread’s functions and places by self time, the largest share first. */
export function summarizeProfile({ nodes, samples, timeDeltas }: CpuProfile): ProfileSummary {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const [places, functions] = [new Map<string, number>(), new Map<string, number>()]
  let [at, busy, all] = [0, 0, 0]
  for (const [index, id] of samples.entries()) {
    const micros = timeDeltas[index] ?? 0
    at += micros
    const frame = frames.get(id)
    if (at < startMs * 1_000 || !frame) continue
    all += micros
    if (idle.has(frame.functionName)) continue
    busy += micros
    const place = placeOf(frame)
    add(places, place, micros)
    add(functions, `${frame.functionName || '(anonymous)'} – ${fileOf(frame.url) || place}`, micros)
  }
  return { busy: all === 0 ? 0 : busy / all, places: largest(places, busy), functions: largest(functions, busy) }
}

/** A package, a folder of the product, Node.js, or V8 for code without a file. */
function placeOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)'
  if (url.startsWith('node:')) return 'Node.js'
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(url)?.[1]
  return (
    inPackage ?? /\/(lib\/domain\/[^/]+\/[^/]+|lib\/[^/]+\/[^/]+|(?:bench|app|\.next)\/[^/]+)/.exec(url)?.[1] ?? url
  )
}

function fileOf(url: string): string {
  return url.replace(/^.*\/node_modules\//, '').replace(/^file:\/\/.*?\/(?=(?:lib|bench|app|\.next)\/)/, '')
}

function add(sums: Map<string, number>, name: string, micros: number): void {
  sums.set(name, (sums.get(name) ?? 0) + micros)
}

function largest(sums: ReadonlyMap<string, number>, total: number): Share[] {
  return [...sums]
    .map(([name, micros]) => ({ name, share: micros / total }))
    .sort((one, other) => other.share - one.share)
    .slice(0, most)
}
