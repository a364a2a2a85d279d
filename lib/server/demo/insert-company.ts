import { listGroupChoices } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { addMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { getUserByName } from '#lib/domain/people/users/find-users.ts'
import { addProvider, changeProvider, listProviders } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import { operator } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { newRequestId } from '#lib/kernel/request-context.ts'
import { demoPeople } from '#lib/server/demo/people.ts'

/** The provider's ID: a part of its redirect URI. */
export const companyId = 'company'

/** Whom the company knows, and what becomes of them here. */
export const companyUsers = [
  {
    id: 'carla',
    name: 'Carla Jimenez',
    email: 'carla@company.example',
    groups: ['support'],
    becomes: 'an agent, at the first sign-in',
  },
  {
    id: 'marco',
    name: 'Marco Bianchi',
    email: 'marco@company.example',
    groups: ['support', 'leads'],
    becomes: 'an admin, by the group "leads"',
  },
  {
    id: 'ingrid',
    name: demoPeople.invited.name,
    email: 'ingrid@company.example',
    becomes: 'the invited user Ingrid, by the link below',
  },
  {
    id: 'sam',
    name: 'Sam Visser',
    email: 'sam@elsewhere.example',
    becomes: 'no one: the domain is not allowed',
  },
] as const

export type CompanyClient = Readonly<{ issuer: string; clientId: string; secret: string }>

/**
 * Sets up the company's own sign-in in the demonstration, or switches it off without a client.
 * @returns the invitation of a user who can link their account there
 */
export async function insertCompany(
  services: Services,
  client: CompanyClient | undefined,
): Promise<string | undefined> {
  const actor = operator('demonstration', newRequestId())
  const former = (await listProviders(services, actor)).find(({ id }) => id === companyId)
  if (former && former.isDisabled === (client !== undefined)) {
    await changeProvider(services, actor, { ...former, isDisabled: client === undefined })
  }
  if (!client) return undefined
  if (!former) await addCompany(services, client)
  const invited = await getUserByName(services, actor, demoPeople.invited.username)
  return invited.linkedAt === null ? (await createSetPasswordLink(services, actor, invited.id)).url : undefined
}

async function addCompany(services: Services, client: CompanyClient): Promise<void> {
  const actor = operator('demonstration', newRequestId())
  const access = { domains: ['company.example'], createsUsers: true, groupsClaim: 'groups' }
  await addProvider(services, actor, { id: companyId, label: 'Your company', ...client, ...access })
  await addMapping(services, actor, { source: companyId, groupName: 'leads', role: 'admin' })
  const [group] = await listGroupChoices(services, actor)
  if (group) {
    await addMapping(services, actor, { source: companyId, groupName: 'support', accountGroupId: group.id })
  }
}

/** What the terminal prints of it. */
export function describeCompany(issuer: string, invitation: string | undefined): string {
  const users = companyUsers.map(({ name, email, becomes }) => `  ${name.padEnd(16)}  ${email.padEnd(24)}  ${becomes}`)
  const link =
    invitation === undefined ? [] : ['', 'The invitation of Ingrid, which works once:', '', `  ${invitation}`]
  return [
    `The company's own sign-in runs at ${issuer}. Choose "Continue with Your company", and who signs in:`,
    '',
    ...users,
    ...link,
    '',
  ].join('\n')
}
