import { listManaged } from '#lib/domain/accounts/accounts/managed-list-store.ts'
import { isAccountId } from '#lib/domain/accounts/accounts/schema.ts'
import { splitSearchWords } from '#lib/domain/accounts/accounts/search-text.ts'
import { findAccount } from '#lib/domain/accounts/accounts/store.ts'
import { isNamedByEvents } from '#lib/domain/events/activity/store.ts'
import { findFirstKeyIds } from '#lib/domain/keys/api-keys/first-keys-store.ts'
import { findKey, listKeys, listKeysById } from '#lib/domain/keys/api-keys/listing-store.ts'
import { listFirstUsers, listUserRows } from '#lib/domain/people/users/list-store.ts'
import { findUserById, findUserByName } from '#lib/domain/people/users/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { managedOwners, mayManageKey, requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { foldForSearch } from '#lib/kernel/fold-text.ts'

/** The filters whose value names one thing, by its ID or by its name. */
export const namedFilters = ['person', 'account', 'key'] as const

export type NamedFilter = (typeof namedFilters)[number]

/** What a filter names. `fact` tells equal names apart: a username, an account ID, the owner of a key. */
export type Named = Readonly<{ id: string; name: string; fact: string }>

const keyIdStart = /^lkid_\w{1,40}$/
/** PostgreSQL accepts no text with a NUL. */
const controlCharacter = /\p{Cc}/u

/** As many as a reader chooses from. */
export const maxChoices = 8

/** The users, accounts or API keys whose name or ID contains every word of a text. @throws Refusal `forbidden` */
export async function listNamed(
  services: Services,
  actor: Actor,
  { filter, text }: Readonly<{ filter: NamedFilter; text: string }>,
): Promise<readonly Named[]> {
  requireManager(actor)
  const words = splitSearchWords(text)
  if (words.length === 0) return []
  const found = await searches[filter](services, actor, { text, words })
  const byId = new Map(found.map((named) => [named.id, named]))
  return [...byId.values()].slice(0, maxChoices)
}

/**
 * The one that a text names: by ID, email address or username, by a name that no other has, or as the only match.
 * `undefined` if there is none, or several to choose from.
 * @throws Refusal `forbidden`
 */
export async function findNamed(
  services: Services,
  actor: Actor,
  { filter, text }: Readonly<{ filter: NamedFilter; text: string }>,
): Promise<Readonly<{ one: Named | undefined; choices: readonly Named[] }>> {
  requireManager(actor)
  const identified = await lookups[filter](services, actor, text.trim())
  if (identified) return { one: identified, choices: [] }
  const choices = await listNamed(services, actor, { filter, text })
  const folded = foldForSearch(text.trim())
  const exact = choices.filter((named) => [named.id, named.name].some((own) => foldForSearch(own) === folded))
  const one = exact.length === 1 ? exact[0] : choices.length === 1 ? choices[0] : undefined
  return { one, choices: one ? [] : choices }
}

export type FoundNames = Readonly<Partial<Record<NamedFilter, Named>>>

const lookups: Readonly<
  Record<NamedFilter, (services: Services, actor: Actor, text: string) => Promise<Named | undefined>>
> = {
  async person({ db }, _, text) {
    if (controlCharacter.test(text)) return undefined
    const user = (await findUserById(db, text)) ?? (await findUserByName(db, text))
    return user && ofUser(user)
  },
  async account({ db }, _, id) {
    if (!isAccountId(id)) return undefined
    const account = await findAccount(db, id)
    if (account) return ofAccount(account)
    return (await isNamedByEvents(db, 'account_id', id)) ? { id, name: id, fact: id } : undefined
  },
  async key({ db }, actor, id) {
    if (!keyIdStart.test(id)) return undefined
    const key = await findKey(db, id)
    if (key && mayManageKey(actor, key.owner)) return ofKey(key)
    return (await isNamedByEvents(db, 'key_id', id)) ? { id, name: id, fact: '' } : undefined
  },
}

type Search = Readonly<{ text: string; words: readonly string[] }>

/** The closest first, then any others: what is bounded and ordered doesn't reach everything. */
const searches: Readonly<
  Record<NamedFilter, (services: Services, actor: Actor, search: Search) => Promise<readonly Named[]>>
> = {
  async person({ db }, _, { text, words }) {
    const first = await listFirstUsers(db, { words, limit: maxChoices })
    const others =
      first.length < maxChoices ? await listUserRows(db, { search: text, offset: 0, limit: maxChoices }) : []
    return [...first, ...others].map(ofUser)
  },
  async account({ db }, _, { words }) {
    return (await listManaged(db, {}, { words, limit: maxChoices })).map(ofAccount)
  },
  async key({ db }, actor, { text, words }) {
    const owners = managedOwners(actor)
    const idStart = keyIdStart.exec(text.trim())?.[0]
    const first = await listKeysById(db, await findFirstKeyIds(db, owners, { words, limit: maxChoices, idStart }))
    const page = {
      search: text,
      state: 'all',
      age: 'any',
      ownerId: '',
      sort: 'newest',
      offset: 0,
      limit: maxChoices,
    } as const
    const others = first.length < maxChoices ? await listKeys(db, owners, page) : []
    return [...first, ...others].map(ofKey)
  },
}

function ofUser({ id, name, username }: Readonly<{ id: string; name: string; username: string }>): Named {
  return { id, name, fact: username }
}

function ofAccount({ id, name }: Readonly<{ id: string; name: string }>): Named {
  return { id, name, fact: id }
}

function ofKey({ id, name, owner }: Readonly<{ id: string; name: string; owner: Readonly<{ name: string }> }>): Named {
  return { id, name, fact: owner.name }
}
