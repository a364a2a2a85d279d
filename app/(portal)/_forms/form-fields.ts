import { splitWords } from '#app/(portal)/_chips/split-words.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { scopeWords } from '#lib/domain/keys/api-keys/scopes.ts'
import type { KeyForPurpose } from '#lib/domain/keys/key-management/generate-for-purpose.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { mayManageRole } from '#lib/foundation/authorization/permissions.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { maxAccountChanges } from './form-state.ts'

export function readTexts(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === 'string')
}

/**
 * The input of a new key. Fields of other purposes are submitted too, hidden: they don't count.
 * @param actor without the right to add service users that manage, the form hides that choice
 * @param readPublicJwk throws for a text that is no public key
 */
export function readNewKey(
  form: FormData,
  actor: PortalUser,
  readPublicJwk: () => unknown,
): KeyForPurpose & Readonly<{ dpop: boolean }> {
  const purpose = readText(form, 'purpose')
  const isToOpen = purpose === 'open'
  const addsOwner = form.has('newOwner') && (isToOpen || mayManageRole(actor.role, 'service_admin'))
  const limits = readLimits(form)
  const secretTo = readText(form, 'secretTo')
  return {
    purpose,
    name: readText(form, 'name'),
    owner: addsOwner ? readNewOwner(form) : readText(form, isToOpen ? 'ownerId' : 'managerId'),
    expiresInDays: readText(form, 'expiresInDays'),
    allowSameName: form.has('sameName') && readText(form, 'sameName').trim() === readText(form, 'name').trim(),
    scopes: isToOpen ? readTexts(form, 'introspect') : readTexts(form, 'scopes').flatMap(scopeWords),
    // A program without a secret has none to rotate.
    rotatable: form.has('rotatable') && secretTo !== 'publicKey',
    dpop: form.has('dpop'),
    ...(isToOpen ? limits : { networks: limits.networks }),
    ...(secretTo === 'publicKey' && purpose !== 'scim'
      ? { secretTo, publicJwk: readPublicJwk() }
      : { secretTo: secretTo === 'link' ? secretTo : 'show' }),
  }
}

function readNewOwner(form: FormData) {
  return {
    name: readText(form, 'newOwnerName'),
    accountIds: splitWords(readText(form, 'newOwnerAccounts')),
    accountGroupIds: readTexts(form, 'newOwnerGroups'),
  }
}

/** The scopes and limits that a key keeps. */
export function readNarrowing(form: FormData) {
  return { keyId: readText(form, 'id'), scopes: readTexts(form, 'scopes'), ...readLimits(form) }
}

function readLimits(form: FormData) {
  return {
    accountIds: splitWords(readText(form, 'accountIds')),
    networks: splitWords(readText(form, 'networks')),
    returnAddresses: splitWords(readText(form, 'returnAddresses')),
  }
}

export type Changes = Readonly<{ added: string[]; removed: string[] }>

/**
 * The accounts to add and to remove: the pending changes, or without scripts the boxes of one page.
 * @throws Refusal `input_invalid` with `changes: 'too_many'` for more than {@link maxAccountChanges}
 */
export function readAccountChanges(form: FormData): Changes {
  const kept = form.has('added')
  const changes = kept
    ? { added: splitWords(readText(form, 'added')), removed: splitWords(readText(form, 'removed')) }
    : readTickChanges(form)
  if (changes.added.length + changes.removed.length > maxAccountChanges) {
    throw new Refusal('input_invalid', { fields: { changes: 'too_many' } })
  }
  return changes
}

/** Of a form whose boxes `ticked` were those of `tickedBefore`. */
export function readTickChanges(form: FormData): Changes {
  const ticked = new Set(readTexts(form, 'ticked'))
  const before = new Set(readTexts(form, 'tickedBefore'))
  return {
    added: [...ticked].filter((id) => !before.has(id)),
    removed: [...before].filter((id) => !ticked.has(id)),
  }
}
