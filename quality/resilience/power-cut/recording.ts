import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** A change of a file or of its folder. Instants are Unix milliseconds. */
export type Change = Readonly<{
  at: number
  name: string
  /** SIGKILL interrupted this call: it may have taken effect. */
  inFlight: boolean
}> &
  Readonly<
    | { kind: 'write'; offset: number; bytes: Buffer }
    | { kind: 'truncate'; size: number }
    | { kind: 'create' | 'remove' | 'sync' | 'syncFolder' }
  >

/** System calls that change files, and those that sync them. */
const calls =
  'pwrite64,pwritev,pwritev2,write,writev,fallocate,ftruncate,truncate,fsync,fdatasync,sync_file_range,openat,open,creat,unlink,unlinkat,rename,renameat,renameat2,link,linkat'

/** The command that records a program into `file`; the program keeps its process ID. */
export function recordInto(file: string): string[] {
  return [
    'strace',
    '-D',
    '-f',
    '--seccomp-bpf',
    '-y',
    '-ttt',
    '-xx',
    '-s',
    '1000000',
    '-e',
    `trace=${calls}`,
    '-o',
    file,
  ]
}

/** Whether the recording of an ended process is complete. */
export function isRecordingEnd(line: string, pid: number): boolean {
  return new RegExp(`^${pid} .*\\+\\+\\+ (killed|exited)`).test(line)
}

/**
 * Reads the changes of the files in `folder` that `isKept` selects, in order.
 * @throws Error for an unknown system call: an incomplete recording proves nothing
 */
export async function readRecording(
  file: string,
  folder: string,
  isKept: (name: string) => boolean,
): Promise<Change[]> {
  const changes: Change[] = []
  const unfinished = new Map<string, string>()
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const call = joinParts(line, unfinished)
    const change = call && readCall(call, folder)
    if (change && (change.kind === 'syncFolder' || isKept(change.name))) changes.push(change)
  }
  return changes
}

/** `result` is undefined for an interrupted call. */
type Call = Readonly<{ at: number; name: string; args: string; result: number | undefined }>

/** strace splits a call into two lines if another thread's call comes in between. */
function joinParts(line: string, unfinished: Map<string, string>): Call | undefined {
  const [, pid = '', seconds = '', rest = ''] = /^(\d+) +(\d+\.\d+) (.*)$/s.exec(line) ?? []
  if (rest.endsWith(' <unfinished ...>')) {
    unfinished.set(pid, `${seconds} ${rest.slice(0, -' <unfinished ...>'.length)}`)
    return undefined
  }
  const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(rest)
  const [start = seconds, begun = ''] = resumed ? splitOnce(unfinished.get(pid) ?? '') : []
  const whole = resumed ? `${begun}${resumed[1]}` : rest
  const [, name, args, result] = /^(\w+)\((.*)\) += (-?\d+|\?)/s.exec(whole) ?? []
  if (name === undefined || args === undefined) return undefined
  return { at: Number(start) * 1_000, name, args, result: result === '?' ? undefined : Number(result) }
}

function splitOnce(text: string): [string, string] {
  const space = text.indexOf(' ')
  return [text.slice(0, space), text.slice(space + 1)]
}

function readCall({ at: instant, name: call, args, result }: Call, folder: string): Change | undefined {
  const inFlight = result === undefined
  const when = { at: instant, inFlight }
  // Writes before the sync may be lost.
  if (inFlight ? /sync$/.test(call) : result < 0) return undefined
  const path = readPath(call, args)
  if (path === folder && /^f(data)?sync$/.test(call)) return { ...when, kind: 'syncFolder', name: '' }
  if (!path?.startsWith(`${folder}/`)) return undefined
  const name = path.slice(folder.length + 1)
  switch (call) {
    case 'pwrite64':
      return { ...when, kind: 'write', name, offset: lastNumber(args), bytes: firstString(args).subarray(0, result) }
    case 'ftruncate':
      return { ...when, kind: 'truncate', name, size: lastNumber(args) }
    case 'fsync':
    case 'fdatasync':
      return { ...when, kind: 'sync', name }
    case 'unlink':
      return { ...when, kind: 'remove', name }
    case 'openat':
      if (args.includes('O_TRUNC')) break
      return args.includes('O_CREAT') ? { ...when, kind: 'create', name } : undefined
  }
  throw new Error(`${call} on ${name} is not foreseen`)
}

/** The file of a call, by descriptor or by name. */
function readPath(call: string, args: string): string | undefined {
  const isByDescriptor = /^(p?write|f|sync_file)/.test(call)
  if (!isByDescriptor) return firstString(args).toString()
  return decode(/^\d+<([^>]*)>/.exec(args)?.[1] ?? '').toString()
}

function firstString(args: string): Buffer {
  return decode(/"([^"]*)"/.exec(args)?.[1] ?? '')
}

function decode(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex')
}

function lastNumber(args: string): number {
  return Number(/(\d+)$/.exec(args)?.[1])
}
