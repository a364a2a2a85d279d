import type { CommitGroup } from '#lib/db/sqlite/commit-group.ts'
import type { Outcome } from '#lib/db/sqlite/connection.ts'

/** One transaction among others that are committed together. It can be taken back without them. */
export class MemberTransaction {
  readonly #group: CommitGroup
  readonly #leave: () => void
  #isOver = false

  constructor(group: CommitGroup, leave: () => void) {
    this.#group = group
    this.#leave = leave
    this.run('savepoint member', [])
  }

  run(sql: string, parameters: readonly unknown[]): Outcome {
    return this.#group.run(sql, parameters)
  }

  /** Resolves once everything is on the disk. @throws what undid it: nothing of it was kept */
  async commit(): Promise<void> {
    this.run('release member', [])
    this.#end()
    await this.#group.ended
  }

  /** Takes back what it did, unless it is over, or the database has done so. */
  rollback(): void {
    if (this.#isOver) return
    try {
      if (this.#group.isOpen) this.run('rollback to member', [])
      if (this.#group.isOpen) this.run('release member', [])
    } finally {
      this.#end()
    }
  }

  #end(): void {
    this.#isOver = true
    this.#leave()
  }
}
