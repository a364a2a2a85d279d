import { readFileSync } from 'node:fs'
import { median } from '../figures/statistics.ts'

/** The resources that a process used while it was watched. */
export type Usage = Readonly<{
  /** Resident memory at the median, in megabytes (10^6 bytes). */
  memoryMb: number
  /** Average number of busy processors. */
  processors: number
}>

const everyMs = 200
/** The clock ticks per second of `/proc/<pid>/stat`: the same on every Linux that Node.js supports. */
const ticksPerSecond = 100

/** @returns a function that ends the watch and returns the usage */
export function watchProcess(pid: number): () => Usage {
  const startedAt = performance.now()
  const ticksBefore = readTicks(pid)
  const memory = [readMemory(pid)]
  const timer = setInterval(() => memory.push(readMemory(pid)), everyMs)
  return () => {
    clearInterval(timer)
    const seconds = (performance.now() - startedAt) / 1_000
    return { memoryMb: median(memory), processors: (readTicks(pid) - ticksBefore) / ticksPerSecond / seconds }
  }
}

function readMemory(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kibibytes) * 1_024) / 1e6
}

/** User and kernel time. The process name before these fields may contain spaces and parentheses. */
function readTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}
