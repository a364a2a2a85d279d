import { Content } from './content.ts'
import type { Change } from './recording.ts'

/** Which unsynced writes survive the power cut. */
export type Survival = 'none' | 'some' | 'all'

type Unsynced = Extract<Change, { kind: 'write' | 'truncate' }>

/** A file: its synced bytes, and the changes since. */
type Inode = { synced: Content; unsynced: Unsynced[] }

const sectorBytes = 512

/** A folder on a simulated disk. Syncing a file saves its bytes; syncing the folder saves its names. */
export class Disk {
  #names: Map<string, Inode>
  #syncedNames: Map<string, Inode>

  constructor(files: ReadonlyMap<string, Buffer>) {
    this.#names = new Map([...files].map(([name, bytes]) => [name, { synced: new Content(bytes), unsynced: [] }]))
    this.#syncedNames = new Map(this.#names)
  }

  apply(change: Change): void {
    switch (change.kind) {
      case 'create':
        if (!this.#names.has(change.name))
          this.#names.set(change.name, { synced: new Content(Buffer.alloc(0)), unsynced: [] })
        break
      case 'remove':
        this.#names.delete(change.name)
        break
      case 'syncFolder':
        this.#syncedNames = new Map(this.#names)
        break
      case 'sync':
        sync(this.#get(change.name))
        break
      default:
        this.#get(change.name).unsynced.push(change)
    }
  }

  /** The files after a power cut at this moment. `chance` returns fractions for `some`. */
  cut(survival: Survival, chance: () => number): Map<string, Buffer> {
    const survives = () => survival === 'all' || (survival === 'some' && chance() < 0.5)
    const files = new Map<string, Buffer>()
    for (const name of new Set([...this.#names.keys(), ...this.#syncedNames.keys()])) {
      const [before, after] = [this.#syncedNames.get(name), this.#names.get(name)]
      const inode = before === after || survives() ? after : before
      if (inode) files.set(name, survivingBytes(inode, survival, survives))
    }
    return files
  }

  #get(name: string): Inode {
    const inode = this.#names.get(name)
    if (!inode) throw new Error(`${name} is written to before it is there`)
    return inode
  }
}

function sync(inode: Inode): void {
  for (const change of inode.unsynced) carryOut(inode.synced, change)
  inode.unsynced = []
}

function survivingBytes({ synced, unsynced }: Inode, survival: Survival, survives: () => boolean): Buffer {
  const content = new Content(synced.toBuffer())
  // A disk writes sectors in any order: each survives or not.
  const parts = survival === 'some' ? unsynced.flatMap(toSectors) : unsynced
  for (const part of parts) if (survives()) carryOut(content, part)
  return content.toBuffer()
}

function toSectors(change: Unsynced): Unsynced[] {
  if (change.kind === 'truncate') return [change]
  const sectors: Unsynced[] = []
  const end = change.offset + change.bytes.length
  for (let from = change.offset; from < end; ) {
    const to = Math.min(end, (Math.floor(from / sectorBytes) + 1) * sectorBytes)
    const bytes = change.bytes.subarray(from - change.offset, to - change.offset)
    sectors.push({ ...change, offset: from, bytes })
    from = to
  }
  return sectors
}

function carryOut(content: Content, change: Unsynced): void {
  if (change.kind === 'truncate') content.truncate(change.size)
  else content.write(change.offset, change.bytes)
}
