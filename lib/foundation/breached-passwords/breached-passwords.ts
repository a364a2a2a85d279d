import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/** The file can't be used. */
export class BreachedPasswordsError extends Error {
  override readonly name = 'BreachedPasswordsError'
}

/** The last block of a search, in bytes. */
const blockBytes = 4_096
/** More than two lines, in bytes. */
const probeBytes = 256
/** Evenly spaced lines that a check reads. */
const sampledLines = 64

const lineForm = /^([0-9A-F]{40}):\d{1,15}\r?$/i

type Line = Readonly<{ hash: string; start: number; end: number }>

/**
 * Whether the password is in the file of Have I Been Pwned: lines of `SHA-1:COUNT`, sorted by hash. A binary search of
 * at most 26 reads in 60 GB. Opens the file at each call, so that an operator can replace it.
 * @throws BreachedPasswordsError if the file can't be read, or a line that it reads is malformed or out of order
 */
export function isBreached(path: string, password: string): Promise<boolean> {
  const hash = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase()
  return withFile(path, (file, size) => search(file, size, hash))
}

/**
 * Reads a sample of the file.
 * @returns why it can't be used, as the end of a sentence that begins with its path; undefined if it can
 */
export async function findFileProblem(path: string): Promise<string | undefined> {
  try {
    await withFile(path, requireSortedSample)
    return undefined
  } catch (error) {
    if (error instanceof BreachedPasswordsError) return error.message
    throw error
  }
}

async function requireSortedSample(file: FileHandle, size: number): Promise<void> {
  let former: Line | undefined
  for (let sample = 0; sample < sampledLines; sample++) {
    const line = await findLine(file, Math.floor((size * sample) / sampledLines), size)
    if (former && line && line.start > former.start) requireOrder(former.hash, line.hash)
    former = line ?? former
  }
}

async function withFile<T>(path: string, work: (file: FileHandle, size: number) => Promise<T>): Promise<T> {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    if (size === 0) throw new BreachedPasswordsError('is empty')
    return await work(file, size)
  } catch (error) {
    if (error instanceof BreachedPasswordsError) throw error
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new BreachedPasswordsError(`cannot be read${code}`, { cause: error })
  }
}

/** Lines before `low` are smaller than the hash, lines from `high` on are greater. */
async function search(file: FileHandle, size: number, hash: string): Promise<boolean> {
  let low: Line = { hash: '', start: 0, end: 0 }
  let high: Line = { hash: 'G', start: size, end: size }
  while (high.start - low.end > blockBytes) {
    const line = await findLine(file, Math.floor((low.end + high.start) / 2), size)
    if (!line) throw malformed()
    requireOrder(low.hash, line.hash)
    requireOrder(line.hash, high.hash)
    if (line.hash === hash) return true
    if (line.hash < hash) low = line
    else high = line
  }
  const hashes = await readHashes(file, low.end, high.start)
  for (const [index, found] of hashes.entries()) requireOrder(hashes[index - 1] ?? low.hash, found)
  return hashes.includes(hash)
}

/** The first line that starts at or after `from`; undefined at the end of the file. */
async function findLine(file: FileHandle, from: number, size: number): Promise<Line | undefined> {
  // From the byte before: a line that starts at `from` follows a line feed.
  const read = await readText(file, Math.max(0, from - 1), Math.min(size, from - 1 + probeBytes))
  const text = from === 0 ? `\n${read}` : read
  const start = text.indexOf('\n') + 1
  if (start === 0 && text.length === probeBytes) throw malformed()
  if (start === 0 || start === text.length) return undefined
  const [line = ''] = text.slice(start).split('\n', 1)
  return { hash: parseLine(line), start: from - 1 + start, end: Math.min(size, from + start + line.length) }
}

async function readHashes(file: FileHandle, start: number, end: number): Promise<string[]> {
  const text = await readText(file, start, end)
  return text === '' ? [] : text.replace(/\n$/, '').split('\n').map(parseLine)
}

async function readText(file: FileHandle, start: number, end: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
  if (bytesRead < end - start) throw new BreachedPasswordsError('was shortened while it was read')
  return buffer.toString('latin1')
}

function parseLine(text: string): string {
  const hash = lineForm.exec(text)?.[1]
  if (!hash) throw malformed()
  return hash.toUpperCase()
}

function requireOrder(former: string, later: string): void {
  if (former >= later) throw new BreachedPasswordsError('is not sorted by hash')
}

function malformed(): BreachedPasswordsError {
  return new BreachedPasswordsError('has lines that are not a SHA-1 hash, a colon and a count')
}
