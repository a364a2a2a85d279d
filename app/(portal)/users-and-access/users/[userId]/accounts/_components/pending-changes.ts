/** Boxes that differ from the saved list, by account ID: `true` adds, `false` removes. */
export type PendingChanges = ReadonlyMap<string, boolean>

/** Applies a click on a box. A box that matches the saved list again is no change. */
export function changeBox(
  pending: PendingChanges,
  { id, ticked, listed }: Readonly<{ id: string; ticked: boolean; listed: boolean }>,
): PendingChanges {
  const changed = new Map(pending)
  if (ticked === listed) changed.delete(id)
  else changed.set(id, ticked)
  return changed
}

export function addedIds(pending: PendingChanges): string[] {
  return [...pending].filter(([, added]) => added).map(([id]) => id)
}

export function removedIds(pending: PendingChanges): string[] {
  return [...pending].filter(([, added]) => !added).map(([id]) => id)
}

/** Serialized for session storage: IDs prefixed with `+` or `-`, separated by spaces. */
export function formatPending(pending: PendingChanges): string {
  return [...pending].map(([id, added]) => `${added ? '+' : '-'}${id}`).join(' ')
}

export function parsePending(text: string): PendingChanges {
  const entries = text.split(' ').filter((entry) => /^[+-]./.test(entry))
  return new Map(entries.map((entry) => [entry.slice(1), entry.startsWith('+')]))
}
