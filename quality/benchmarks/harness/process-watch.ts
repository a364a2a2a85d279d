import { readFileSync } from 'node:fs'
import { median } from '../figures/statistics.ts'

/** What a process has used while it was watched. */
export type Usage = Readonly<{
  /** Resident memory at the median, in megabytes (10^6 bytes). */
  memoryMb: number
  /** Processors' worth of time: 1 is one of them all the time. */
  processors: number
}>

const everyMs = 200
/** What `/proc/<pid>/stat` counts in: the same on every Linux that Node.js runs on. */
const ticksPerSecond = 100

/** @returns what ends the watch and tells */
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

/** In user and in kernel mode. The name before them may hold spaces and parentheses. */
function readTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}
