/** Accounts whose box differs from the saved list, by id: `true` is added, `false` removed. */
export type PendingChanges = ReadonlyMap<string, boolean>

/** After a box was ticked or cleared. A box that is as saved again is no change. */
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

/** As the tab's storage keeps it: ids after `+` or `-`, separated by spaces. */
export function formatPending(pending: PendingChanges): string {
  return [...pending].map(([id, added]) => `${added ? '+' : '-'}${id}`).join(' ')
}

export function parsePending(text: string): PendingChanges {
  const entries = text.split(' ').filter((entry) => /^[+-]./.test(entry))
  return new Map(entries.map((entry) => [entry.slice(1), entry.startsWith('+')]))
}
