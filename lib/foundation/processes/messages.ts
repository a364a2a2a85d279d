import type { CountedFailure, LimitName } from '#lib/kernel/rate-limits.ts'

/** A subject that has used up its failures, and for how long. */
export type Exhausted = Readonly<{ limit: LimitName; subject: string; forMs: number }>

/** What a worker tells the primary. */
export type WorkerMessage =
  | Readonly<{ kind: 'joined' }>
  | Readonly<{ kind: 'ready' }>
  | Readonly<{ kind: 'failure'; id: number; limit: LimitName; subject: string }>

/** What the primary tells a worker. */
export type PrimaryMessage =
  | Readonly<{ kind: 'counted'; id: number; counted: CountedFailure }>
  | Readonly<{ kind: 'exhausted'; subjects: readonly Exhausted[] }>
  | Readonly<{ kind: 'announce' }>
  | Readonly<{ kind: 'drain' }>

export function tellPrimary(message: WorkerMessage): void {
  process.send?.(message)
}

export function onPrimaryMessage(handle: (message: PrimaryMessage) => void): void {
  process.on('message', handle)
}
