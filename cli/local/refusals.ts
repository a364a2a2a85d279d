import { Refusal } from '#lib/errors.ts'
import { type ExplainedRefusal, findRefusal, searchRefusals } from '#lib/refusals/find-refusals.ts'
import { toRefusalResource } from '#lib/refusals/refusal-resource.ts'
import type { CommandContext } from '../run.ts'
import { itemsPerPage, readPages } from './read-pages.ts'

/** `since` and `until` are Unix milliseconds. */
type RefusalFilter = Readonly<Partial<Record<'keyId' | 'reason', string | undefined>>> &
  Readonly<Partial<Record<'since' | 'until', number | undefined>>> &
  Readonly<{ limit: number }>

export function localRefusals({ services, actor }: CommandContext) {
  return {
    explain: async (requestId: string) => {
      const refusal = await findRefusal(services, actor, requestId)
      if (!refusal) throw new Refusal('not_found', { description: 'No refusal is stored for this request ID.' })
      return toRefusalResource(refusal)
    },
    /** The newest first, as the management API shows them. */
    list: async ({ limit, ...filter }: RefusalFilter) => {
      const found = await readPages<ExplainedRefusal>(async (last) => {
        const after = last && { at: last.at, id: last.requestId }
        const { refusals, more } = await searchRefusals(services, actor, { ...filter, after, limit: itemsPerPage })
        return { items: refusals, more }
      }, limit)
      return found.map(toRefusalResource)
    },
  }
}
