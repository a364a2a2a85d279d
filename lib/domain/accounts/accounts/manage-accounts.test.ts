import { beforeEach, describe, expect, it } from 'vitest'
import {
  countAccounts,
  createAccount,
  findManagedAccount,
  listAccounts,
  resumeAccount,
  suspendAccount,
  updateAccount,
} from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { accountSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { upsertAccounts } from '#lib/domain/accounts/accounts/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { account } from '#lib/testing/accounts.ts'
import { anyPerson, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const acme = account({ id: 'acme', name: 'Acme' })

const refused: Actor[] = [
  anyPerson('agent'),
  { kind: 'program', userId: 'usr_1', keyId: 'lkid_1', name: 'Program', address: '203.0.113.9', requestId: 'req_1' },
  { kind: 'visitor', address: '203.0.113.9', requestId: 'req_1' },
]
const allowed: Actor[] = [root, anyPerson('owner'), anyPerson('admin')]

describe('managing accounts', () => {
  let services: TestServices
  beforeEach(async () => {
    services = await openTestServices()
  })

  async function events() {
    const rows = await services.db
      .selectFrom('audit_events')
      .select(['kind', 'subject_id', 'subject_name', 'account_id', 'details'])
      .orderBy('at')
      .execute()
    return rows
  }

  it('adds an account once', async () => {
    expect(await createAccount(services, root, acme)).toEqual({
      ...acme,
      createdAt: services.clock.now(),
      suspendedAt: null,
    })
    await expect(createAccount(services, root, { ...acme, name: 'Again' })).rejects.toMatchObject({
      code: 'input_invalid',
      fields: { id: 'taken' },
    })
    expect((await findManagedAccount(services, root, 'acme'))?.name).toBe('Acme')
    expect(await events()).toEqual([
      { kind: 'account.created', subject_id: 'acme', subject_name: 'Acme', account_id: 'acme', details: '{}' },
    ])
  })

  it('records the changed fields, and nothing without a change', async () => {
    await createAccount(services, root, acme)
    services.clock.advance(1)
    await updateAccount(services, root, acme)
    const changed = await updateAccount(services, root, { ...acme, name: 'Acme AG', locale: 'de-ch' })
    expect(changed).toMatchObject({ name: 'Acme AG', locale: 'de-ch' })
    expect((await events()).slice(1)).toEqual([
      {
        kind: 'account.updated',
        subject_id: 'acme',
        subject_name: 'Acme AG',
        account_id: 'acme',
        details: '{"changed":"name, locale","formerName":"Acme"}',
      },
    ])
    expect((await listAccounts(services, root, { query: 'acme ag' })).accounts).toHaveLength(1)
  })

  it('suspends and resumes once when repeated', async () => {
    await createAccount(services, root, acme)
    const suspendedAt = services.clock.now()
    expect((await suspendAccount(services, root, 'acme')).suspendedAt).toBe(suspendedAt)
    services.clock.advance(1_000)
    expect((await suspendAccount(services, root, 'acme')).suspendedAt).toBe(suspendedAt)
    expect((await resumeAccount(services, root, 'acme')).suspendedAt).toBeNull()
    expect((await resumeAccount(services, root, 'acme')).suspendedAt).toBeNull()
    const kinds = (await events()).map((event) => event.kind)
    expect(kinds.sort()).toEqual(['account.created', 'account.resumed', 'account.suspended'])
  })

  it('suspends after a recent confirmation only, and resumes without one', async () => {
    await createAccount(services, root, acme)
    const owner = anyPerson('owner')
    const late = { ...owner, confirmedAt: owner.confirmedAt - confirmationMs }
    await expect(suspendAccount(services, late, 'acme')).rejects.toMatchObject({ code: 'confirmation_required' })
    const inTime = { ...late, confirmedAt: late.confirmedAt + 1 }
    expect((await suspendAccount(services, inTime, 'acme')).suspendedAt).toBe(services.clock.now())
    expect((await resumeAccount(services, late, 'acme')).suspendedAt).toBeNull()
  })

  it('refuses an unknown account', async () => {
    const unknown = { code: 'not_found' }
    expect(await findManagedAccount(services, root, 'acme')).toBeUndefined()
    await expect(updateAccount(services, root, acme)).rejects.toMatchObject(unknown)
    await expect(suspendAccount(services, root, 'acme')).rejects.toMatchObject(unknown)
    await expect(resumeAccount(services, root, 'acme')).rejects.toMatchObject(unknown)
  })

  it.each(refused)('is refused to an actor of kind $kind', async (actor) => {
    await createAccount(services, root, acme)
    const forbidden = { code: 'forbidden' }
    await expect(createAccount(services, actor, { ...acme, id: 'new' })).rejects.toMatchObject(forbidden)
    await expect(updateAccount(services, actor, { ...acme, name: 'X' })).rejects.toMatchObject(forbidden)
    await expect(suspendAccount(services, actor, 'acme')).rejects.toMatchObject(forbidden)
    await expect(resumeAccount(services, actor, 'acme')).rejects.toMatchObject(forbidden)
    await expect(findManagedAccount(services, actor, 'acme')).rejects.toMatchObject(forbidden)
    await expect(listAccounts(services, actor, {})).rejects.toMatchObject(forbidden)
    await expect(countAccounts(services, actor)).rejects.toMatchObject(forbidden)
    expect(await findManagedAccount(services, root, 'acme')).toMatchObject({ name: 'Acme', suspendedAt: null })
  })

  it.each(allowed)('is allowed to $name', async (actor) => {
    await createAccount(services, actor, acme)
    await updateAccount(services, actor, { ...acme, name: 'X' })
    await suspendAccount(services, actor, 'acme')
    expect(await countAccounts(services, actor)).toEqual({ count: 1, isExact: true })
    await resumeAccount(services, actor, 'acme')
    expect((await listAccounts(services, actor, {})).accounts.map(({ name }) => name)).toEqual(['X'])
  })

  describe('a long list', () => {
    const accounts = Array.from({ length: 120 }, (_, index) =>
      account({
        id: `id-${index}`,
        // Equal names: the ID decides where a page ends.
        name: index % 3 === 0 ? 'Same' : `Acme ${index % 7}`,
      }),
    )
    beforeEach(() => upsertAccounts(services.db, accounts))

    it('is counted with its suspended accounts', async () => {
      await suspendAccount(services, root, 'id-7')
      expect(await countAccounts(services, root)).toEqual({ count: 120, isExact: true })
    })

    it('has pages without gap or repetition', async () => {
      const seen: string[] = []
      const sizes: number[] = []
      let after: string | undefined
      do {
        const page = await listAccounts(services, root, { after })
        seen.push(...page.accounts.map(({ id }) => id))
        sizes.push(page.accounts.length)
        expect([page.more, page.any]).toEqual([page.next !== null, true])
        after = page.next ?? undefined
      } while (after !== undefined)
      expect(sizes).toEqual([50, 50, 20])
      const byName = accounts.toSorted((a, b) => (`${a.name}\n${a.id}` < `${b.name}\n${b.id}` ? -1 : 1))
      expect(seen).toEqual(byName.map(({ id }) => id))
    })

    it('has one page in a search, and says whether more accounts match', async () => {
      const many = await listAccounts(services, root, { query: 'acme', after: 'id-1' })
      expect([many.accounts.length, many.more, many.next]).toEqual([50, true, null])
      expect(many).toEqual(await listAccounts(services, root, { query: 'acme' }))
      const some = await listAccounts(services, root, { query: 'id-1' })
      expect([some.accounts.length, some.more, some.next]).toEqual([31, false, null])
      expect(some.accounts[0]?.id).toBe('id-1')
    })

    it('distinguishes an empty page from an empty list', async () => {
      const nothing = { accounts: [], more: false, next: null, any: true }
      expect(await listAccounts(services, root, { query: 'zzz' })).toEqual(nothing)
      expect(await listAccounts(services, root, { state: 'suspended' })).toEqual(nothing)
    })
  })

  it('says that no account exists yet', async () => {
    expect(await listAccounts(services, root, {})).toEqual({ accounts: [], more: false, next: null, any: false })
  })

  it('filters active and suspended accounts', async () => {
    await createAccount(services, root, acme)
    await createAccount(services, root, { ...acme, id: 'b', name: 'Bravo' })
    await suspendAccount(services, root, 'b')
    for (const query of ['', 'acme', 'b', 'a', 'bra']) {
      const ids = async (state: 'all' | 'active' | 'suspended') =>
        (await listAccounts(services, root, { state, query })).accounts.map(({ id }) => id)
      const all = ['acme', 'b'].filter((id) => query === '' || id.startsWith(query.slice(0, 1)))
      const active = all.filter((id) => id !== 'b')
      expect([await ids('all'), await ids('active'), await ids('suspended')], query).toEqual([
        all,
        active,
        all.filter((id) => id === 'b'),
      ])
    }
  })
})

describe('an account from a form', () => {
  it('is trimmed, and empty fields become null', () => {
    expect(parseInput(accountSchema, { id: 'acme', name: ' Acme ', locale: ' ', deepPath: '' })).toEqual(acme)
    expect(parseInput(accountSchema, { id: 'acme', name: 'Acme' })).toEqual(acme)
    expect(parseInput(accountSchema, { ...acme, deepPath: ' /accounts/acme/ä ' }).deepPath).toBe(
      '/accounts/acme/%C3%A4',
    )
  })

  it.each([
    [{ id: '' }, { id: 'required' }],
    [{ id: 'a/b' }, { id: 'malformed' }],
    [{ id: '.' }, { id: 'malformed' }],
    [{ id: '..' }, { id: 'malformed' }],
    [{ id: 'é' }, { id: 'malformed' }],
    [{ id: 'acme\n' }, { id: 'malformed' }],
    [{ id: 'x'.repeat(65) }, { id: 'too_long' }],
    [{ name: ' ' }, { name: 'required' }],
    [{ name: 'x'.repeat(121) }, { name: 'too_long' }],
    [{ name: 'a\u0000b' }, { name: 'malformed' }],
    [{ name: '\ud800' }, { name: 'malformed' }],
    [{ locale: 'de' }, { locale: 'malformed' }],
    [{ locale: 'de-AT' }, { locale: 'malformed' }],
    [{ locale: 'de-at-x' }, { locale: 'malformed' }],
    [{ deepPath: '/accounts/other' }, { deepPath: 'malformed' }],
    [{ deepPath: '//evil.example' }, { deepPath: 'malformed' }],
    [
      { id: '', name: '' },
      { id: 'required', name: 'required' },
    ],
  ])('is refused: %j', (given, fields) => {
    expect(() => parseInput(accountSchema, { ...acme, ...given })).toThrow(
      expect.objectContaining({ code: 'input_invalid', fields }),
    )
  })

  it.each(['de-at', 'es-419', 'fil-ph'])('may have the locale %s', (locale) => {
    expect(parseInput(accountSchema, { ...acme, locale }).locale).toBe(locale)
  })
})
