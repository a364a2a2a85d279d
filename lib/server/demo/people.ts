import type { PortalRole } from '#lib/foundation/authorization/roles.ts'

/** Public: the demonstration listens on this machine only. */
export const demoPasswords: Readonly<Record<PortalRole, string>> = {
  owner: 'demonstration-owner',
  admin: 'demonstration-admin',
  agent: 'demonstration-agent',
}

export type DemoPerson = Readonly<{
  name: string
  username: string
  role: PortalRole
  /** `all`, or the first accounts of one locale. */
  access: 'all' | Readonly<{ locale: string; count: number }>
  /** Invited users have not set a password yet. */
  invited?: true
}>

export const demoPeople = {
  owner: { name: 'Olivia Berger', username: 'olivia', role: 'owner', access: 'all' },
  admin: { name: 'Adam Novak', username: 'adam', role: 'admin', access: 'all' },
  agentForAll: { name: 'Anna Keller', username: 'anna', role: 'agent', access: 'all' },
  agentForSome: { name: 'Luca Moretti', username: 'luca', role: 'agent', access: { locale: 'it-it', count: 40 } },
  agentInBelgium: { name: 'Sofie Janssens', username: 'sofie', role: 'agent', access: { locale: 'nl-be', count: 120 } },
  agentInFrance: { name: 'Pierre Delmas', username: 'pierre', role: 'agent', access: { locale: 'fr-fr', count: 75 } },
  invited: {
    name: 'Ingrid Solberg',
    username: 'ingrid',
    role: 'agent',
    access: { locale: 'de-de', count: 15 },
    invited: true,
  },
  former: { name: 'Tom Hartley', username: 'tom', role: 'agent', access: { locale: 'en-gb', count: 30 } },
} as const satisfies Record<string, DemoPerson>

export const demoService = { name: 'Order system', username: 'order-system' } as const
