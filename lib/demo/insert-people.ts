import type { NewAccount } from '#lib/accounts/account.ts'
import type { Operator } from '#lib/actor.ts'
import { type DemoPerson, demoPeople, demoService } from '#lib/demo/people.ts'
import type { Services } from '#lib/services.ts'
import { createUser } from '#lib/users/create-user.ts'
import { findUserByName } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'

/** Creates whoever is missing of the people and the service user. Their accounts must be there. */
export async function insertPeople(
  services: Services,
  actor: Operator,
  accounts: readonly NewAccount[],
): Promise<void> {
  for (const person of Object.values<DemoPerson>(demoPeople)) {
    if (await findUserByName(services.db, person.username)) continue
    const { name, username, role, access, password } = person
    await createUser(services, actor, {
      ...{ name, username, role, password },
      email: `${username}@example.com`,
      accountScope: access === 'all' ? 'all' : 'list',
      accountIds: accountsOf(person, accounts).map((account) => account.id),
    })
  }
  if (await findUserByName(services.db, demoService.username)) return
  await createUser(services, actor, { ...demoService, role: 'service', accountScope: 'all' })
}

/** The accounts that a person works with: for a list the listed ones, else all. */
export function accountsOf({ access }: DemoPerson, accounts: readonly NewAccount[]): readonly NewAccount[] {
  if (access === 'all') return accounts
  return accounts.filter((account) => account.locale === access.locale).slice(0, access.count)
}

/** A user of the demonstration, who must be there. */
export async function getDemoUser({ db }: Services, username: string): Promise<User> {
  const user = await findUserByName(db, username)
  if (!user) throw new Error(`the demonstration lacks ${username}`)
  return user
}
