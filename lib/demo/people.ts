import type { PortalRole } from '#lib/roles.ts'

/** Known to everybody: the demonstration runs on this machine alone. */
export const demoPasswords: Readonly<Record<PortalRole, string>> = {
  owner: 'demonstration-owner',
  admin: 'demonstration-admin',
  agent: 'demonstration-agent',
}

/** Somebody who works with the demonstration accounts. */
export type DemoPerson = Readonly<{
  name: string
  username: string
  role: PortalRole
  /** `all`, or this many accounts of one locale. */
  access: 'all' | Readonly<{ locale: string; count: number }>
  /** Left without: was invited and has not set a password. */
  password?: string
}>

export const demoPeople = {
  owner: { name: 'Olivia Berger', username: 'olivia', role: 'owner', access: 'all', password: demoPasswords.owner },
  admin: { name: 'Adam Novak', username: 'adam', role: 'admin', access: 'all', password: demoPasswords.admin },
  agentForAll: { name: 'Anna Keller', username: 'anna', role: 'agent', access: 'all', password: demoPasswords.agent },
  agentForSome: {
    name: 'Luca Moretti',
    username: 'luca',
    role: 'agent',
    access: { locale: 'it-it', count: 40 },
    password: demoPasswords.agent,
  },
  agentInBelgium: {
    name: 'Sofie Janssens',
    username: 'sofie',
    role: 'agent',
    access: { locale: 'nl-be', count: 120 },
    password: demoPasswords.agent,
  },
  agentInFrance: {
    name: 'Pierre Delmas',
    username: 'pierre',
    role: 'agent',
    access: { locale: 'fr-fr', count: 75 },
    password: demoPasswords.agent,
  },
  invited: { name: 'Ingrid Solberg', username: 'ingrid', role: 'agent', access: { locale: 'de-de', count: 15 } },
  former: {
    name: 'Tom Hartley',
    username: 'tom',
    role: 'agent',
    access: { locale: 'en-gb', count: 30 },
    password: demoPasswords.agent,
  },
} as const satisfies Record<string, DemoPerson>

/** The program whose key the demonstration prints. */
export const demoService = { name: 'Order system', username: 'order-system' } as const
