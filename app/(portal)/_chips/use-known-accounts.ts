import { useEffect, useState } from 'react'
import { accountLengths } from '#lib/domain/accounts/accounts/limits.ts'
import type { AccountChoice } from './choices-endpoint.ts'

/** Where the server names accounts, by ID or by search. */
export const choicesPath = '/manage/accounts/choices'

/** As many as the server names at once. */
const maxAsked = 50

/** `undefined` for an ID that no account has. */
type Known = ReadonlyMap<string, AccountChoice | undefined>

/** Asks the server which accounts the IDs name. Unless it answers, no ID is unknown. */
export function useKnownAccounts(ids: readonly string[]) {
  const [known, setKnown] = useState<Known>(new Map())
  const asked = ids.filter((id) => id.length <= accountLengths.id.max && !known.has(id)).slice(0, maxAsked)
  const query = new URLSearchParams(asked.map((id) => ['id', id])).toString()
  useEffect(() => {
    if (query === '') return
    const stop = new AbortController()
    void nameAccounts(query, stop.signal).then((found) => {
      if (found && !stop.signal.aborted) setKnown((before) => new Map([...before, ...found]))
    })
    return () => stop.abort()
  }, [query])
  return {
    accountOf: (id: string) => known.get(id),
    isUnknown: (id: string) => id.length > accountLengths.id.max || (known.has(id) && !known.get(id)),
    learn: (account: AccountChoice) => setKnown((before) => new Map(before).set(account.id, account)),
  }
}

/** @returns `undefined` if the server can't be reached, which it will be when the form is submitted */
async function nameAccounts(query: string, signal: AbortSignal): Promise<Known | undefined> {
  try {
    const response = await fetch(`${choicesPath}?${query}`, { signal })
    if (!response.ok) return undefined
    const { accounts }: { accounts: readonly AccountChoice[] } = await response.json()
    const found = new Map(accounts.map((account) => [account.id, account]))
    return new Map(new URLSearchParams(query).getAll('id').map((id) => [id, found.get(id)]))
  } catch {
    return undefined
  }
}
