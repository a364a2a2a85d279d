import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CannotRun } from '../resilience-test.ts'

/** A tmpfs of a few megabytes that can be filled. */
export class SmallVolume {
  readonly folder: string
  readonly #filler: string

  private constructor(folder: string) {
    this.folder = folder
    this.#filler = join(folder, 'filler')
  }

  /**
   * @param owner mount options `uid=…,gid=…`; this user by default
   * @throws CannotRun if mounting is not permitted
   */
  static mount(folder: string, megabytes: number, owner?: string): SmallVolume {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const options = [`size=${megabytes}m`, 'mode=700', ...(owner ? [owner] : [])].join(',')
    const { error, status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'latchkey-test', folder], {
      encoding: 'utf8',
    })
    if (error || status !== 0) throw new CannotRun(`no file system can be mounted here: ${(stderr ?? '').trim()}`)
    return new SmallVolume(folder)
  }

  /** Fills it to the last byte. */
  fill(): void {
    for (let bytes = 1_048_576; bytes >= 512; bytes /= 2) while (this.#add(bytes));
  }

  /** Frees the space. */
  empty(): void {
    rmSync(this.#filler, { force: true })
  }

  unmount(): void {
    spawnSync('umount', ['-l', this.folder])
  }

  #add(bytes: number): boolean {
    try {
      appendFileSync(this.#filler, Buffer.alloc(bytes))
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
      throw error
    }
  }
}
