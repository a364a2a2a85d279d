import type { NounAction } from '#app/(portal)/_lists/noun-action.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { type ApiKey, mayExtend } from '#lib/domain/keys/api-keys/api-key.ts'
import { disableApiKey, enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { extendApiKey } from '#lib/domain/keys/api-keys/extend-api-key.ts'
import { findApiKey } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { keyTexts } from '#lib/domain/keys/api-keys/key-filter.ts'
import { setCallLimit } from '#lib/domain/keys/api-keys/set-call-limit.ts'
import { updateApiKey } from '#lib/domain/keys/api-keys/update-api-key.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

const mayNarrow = ({ state }: ApiKey) => state === 'active' || state === 'disabled'
const isRevocable = ({ state }: ApiKey) => state !== 'revoked'

/** What dialogs do with a key. */
export const keyActions = {
  'edit-key': {
    label: 'keys.edit',
    isOpen: () => true,
    save: (services, actor, form) =>
      updateApiKey(services, actor, {
        keyId: readText(form, 'id'),
        name: readText(form, 'name'),
        ...recordOf(keyTexts, (field) => readText(form, field)),
      }),
  },
  'disable-key': { label: 'keys.disable', isOpen: ({ state }) => state === 'active', run: disableApiKey },
  'enable-key': {
    label: 'keys.enable',
    isOpen: ({ state }) => state === 'disabled',
    confirm: { title: 'enableKey.title', why: ['enableKey.effect'], submit: 'enableKey.submit' },
    run: enableApiKey,
  },
  'limit-key': {
    label: 'callLimit.change',
    isOpen: isRevocable,
    save: (services, actor, form) =>
      setCallLimit(services, actor, {
        keyId: readText(form, 'id'),
        mode: readText(form, 'mode'),
        perMinute: readText(form, 'perMinute'),
        perDay: readText(form, 'perDay'),
      }),
  },
  'narrow-key': { label: 'narrowKey.change', isOpen: mayNarrow },
  'extend-key': {
    label: 'keys.extend',
    isOpen: mayExtend,
    save: (services, actor, form) =>
      extendApiKey(services, actor, { keyId: readText(form, 'id'), days: readText(form, 'days') }),
  },
  'revoke-key': { label: 'keys.revoke', isOpen: isRevocable, danger: true, save: revokeConfirmed },
} as const satisfies Readonly<Record<string, NounAction<ApiKey>>>

export type KeyAction = keyof typeof keyActions
export type KeyActionLabel = (typeof keyActions)[KeyAction]['label']

/** @throws Refusal `input_invalid` unless the name of a key in use was typed, which the dialog compares first */
async function revokeConfirmed(services: Services, actor: PortalUser, form: FormData): Promise<unknown> {
  const keyId = readText(form, 'id')
  const key = await findApiKey(services, actor, keyId)
  if (key?.lastUsedAt != null && readText(form, 'confirmation').trim() !== key.name.trim()) {
    throw new Refusal('input_invalid', { fields: { confirmation: 'mismatch' } })
  }
  return revokeApiKey(services, actor, keyId)
}
