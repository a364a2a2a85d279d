import type { TimedEntry } from './entry.ts'

export type KnownFamily = {
  readonly id: string
  readonly username: string
  readonly keyId: string
  /** Its first refresh token. After two rotations its reuse revokes the family. */
  readonly first: string
  newest: string
  accessToken: string
  reuseRequestId?: string
}

export type KnownGrant = {
  readonly url: string
  readonly accountId: string
  readonly at: number
  opening?: Readonly<{ cookie: string; requestId: string; at: number }>
}

export type KnownUser = { readonly id: string; readonly username: string; deactivated: boolean }
export type KnownKey = {
  readonly id: string
  readonly userId: string
  readonly username: string
  secret: string
  /** A new secret that no acknowledged request has used, and what its first use does to `secret`. */
  pending?: Readonly<{ secret: string; former: 'ends' | 'retires' }>
  /** A former secret that still works. */
  retiring?: string
  /** The secrets before these. */
  readonly ended: string[]
  revoked: boolean
}

/** The acknowledged state: the newest ledger entry of each family, grant, user and key. */
export class AcknowledgedState {
  readonly families = new Map<string, KnownFamily>()
  readonly grants = new Map<string, KnownGrant>()
  readonly users = new Map<string, KnownUser>()
  readonly keys = new Map<string, KnownKey>()
  /** IDs whose last request had no response. */
  readonly unsure = new Set<string>()

  add(entry: TimedEntry): void {
    switch (entry.kind) {
      case 'family':
        this.families.set(entry.familyId, openFamily(entry))
        break
      case 'grant':
        this.grants.set(entry.grantUrl, { url: entry.grantUrl, accountId: entry.accountId, at: entry.at })
        break
      case 'user':
        this.users.set(entry.userId, { id: entry.userId, username: entry.username, deactivated: false })
        break
      case 'key':
        this.keys.set(entry.keyId, { ...entry, id: entry.keyId, ended: [], revoked: false })
        break
      case 'unsure':
        this.unsure.add(entry.subject)
        break
      default:
        this.#change(entry)
    }
  }

  /** Whether the family is active: no reuse, key not revoked, owner not deactivated. */
  isAlive(family: KnownFamily): boolean {
    const key = this.keys.get(family.keyId)
    return family.reuseRequestId === undefined && (key === undefined || this.isGood(key))
  }

  isGood(key: KnownKey): boolean {
    return !key.revoked && !this.users.get(key.userId)?.deactivated
  }

  /** Whether the key surely works. */
  isUsable(key: KnownKey): boolean {
    return this.isGood(key) && !this.isKeyUnsure(key.id)
  }

  /** Whether a change of the key or its owner had no response. */
  isKeyUnsure(keyId: string): boolean {
    const key = this.keys.get(keyId)
    return this.unsure.has(keyId) || (key !== undefined && this.unsure.has(key.userId))
  }

  #change(entry: Exclude<TimedEntry, { kind: 'family' | 'grant' | 'user' | 'key' | 'unsure' }>): void {
    switch (entry.kind) {
      case 'rotation':
        Object.assign(get(this.families, entry.familyId), {
          newest: entry.refreshToken,
          accessToken: entry.accessToken,
        })
        this.unsure.delete(entry.familyId)
        break
      case 'reuse':
        get(this.families, entry.familyId).reuseRequestId = entry.requestId
        break
      case 'opening':
        get(this.grants, entry.grantUrl).opening = entry
        break
      case 'new_secret':
        get(this.keys, entry.keyId).pending = entry
        break
      case 'first_use':
        replaceSecret(get(this.keys, entry.keyId))
        break
      case 'revocation':
        get(this.keys, entry.keyId).revoked = true
        break
      case 'deactivation':
        get(this.users, entry.userId).deactivated = true
    }
  }
}

/** The generation that a refresh token names. */
export function generationOf(refreshToken: string): number {
  return Number(refreshToken.split('.')[2])
}

/** The family that a refresh token names. */
export function familyOf(refreshToken: string): string {
  return refreshToken.split('.')[1] ?? ''
}

function openFamily(entry: Extract<TimedEntry, { kind: 'family' }>): KnownFamily {
  const { familyId, username, keyId, refreshToken, accessToken } = entry
  return { id: familyId, username, keyId, first: refreshToken, newest: refreshToken, accessToken }
}

function replaceSecret(key: KnownKey): void {
  if (key.pending === undefined) throw new Error(`the ledger uses a secret of ${key.id} before it names it`)
  if (key.pending.former === 'retires') key.retiring = key.secret
  else key.ended.push(key.secret)
  key.secret = key.pending.secret
  delete key.pending
}

function get<T>(known: ReadonlyMap<string, T>, id: string): T {
  const found = known.get(id)
  if (!found) throw new Error(`the ledger changes ${id} before it names it`)
  return found
}
