import {
  changeFoundMembers,
  changeMembers,
  type MemberSearch,
} from '#lib/domain/accounts/account-groups/change-members.ts'
import { addGroupRule } from '#lib/domain/accounts/account-groups/group-rules.ts'
import { createGroup, listGroupChoices } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { getUserByName } from '#lib/domain/people/users/find-users.ts'
import { changeGroupAccess } from '#lib/domain/people/users/group-access.ts'
import { demoAccounts } from '#lib/server/demo/accounts.ts'
import type { Past } from '#lib/server/demo/past.ts'
import { type DemoPerson, demoPeople } from '#lib/server/demo/people.ts'

type DemoGroup = Readonly<{
  name: string
  note: string
  locales?: readonly string[]
  search?: MemberSearch
  /** Every nth account: no divisor of the number of regions, so that all are there. */
  every?: number
  people: readonly DemoPerson[]
}>

const { agentInBelgium, agentInFrance, invited } = demoPeople

const groups: readonly DemoGroup[] = [
  {
    name: 'Key customers',
    note: 'Handled by senior agents first',
    every: 81,
    people: [agentInBelgium, agentInFrance],
  },
  { name: 'Belgium', note: 'Every account in Belgium', locales: ['nl-be'], people: [agentInBelgium] },
  { name: 'Germany and Austria', note: 'Support in German', locales: ['de-at', 'de-de'], people: [invited] },
  {
    name: 'Print shops',
    note: 'Reads the print pricing beta',
    search: { query: 'Druckerei' },
    people: [invited],
  },
  { name: 'Onboarding', note: 'Added this month', every: 333, people: [] },
]

/** Groups of accounts: chosen, found by a search, and filled by rules. */
export async function insertGroups({ services, actor }: Past): Promise<void> {
  const known = (await listGroupChoices(services, actor)).map(({ name }) => name)
  for (const { name, note, locales = [], search, every, people } of groups) {
    if (known.includes(name)) continue
    const { id: groupId } = await createGroup(services, actor, { name, note })
    for (const locale of locales) await addGroupRule(services, actor, { groupId, idPrefix: '', locale })
    const change = { groupId, change: 'added' } as const
    if (search) await changeFoundMembers(services, actor, { ...change, ...search })
    if (every) {
      const ids = demoAccounts.filter((_, index) => index % every === 27).map(({ id }) => id)
      await changeMembers(services, actor, { ...change, ids })
    }
    for (const { username } of people) {
      const user = await getUserByName(services, actor, username)
      await changeGroupAccess(services, actor, { userId: user.id, added: [groupId], removed: [] })
    }
  }
}
