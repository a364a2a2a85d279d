import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { type EventKind, eventGroups, eventKinds, groupOf } from '#lib/foundation/audit/event.ts'

/** Kinds of events under the name of their group. */
export type KindChoices = readonly Readonly<{
  group: string
  kinds: readonly Readonly<{ value: string; label: string }>[]
}>[]

/** Every kind, in the reader's language. */
export async function listKindChoices(): Promise<KindChoices> {
  const t = await portalTranslator('activity')
  const toChoice = (kind: EventKind) => ({ value: kind, label: t(`kinds.${kind}`) })
  return eventGroups.map((group) => ({
    group: t(`groups.${group}`),
    kinds: eventKinds.filter((kind) => groupOf(kind) === group).map(toChoice),
  }))
}
