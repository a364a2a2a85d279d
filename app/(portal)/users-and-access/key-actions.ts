import type { NounAction } from '#app/(portal)/_lists/noun-action.ts'
import { type ApiKey, mayExtend } from '#lib/domain/keys/api-keys/api-key.ts'
import { enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'

const mayNarrow = ({ state }: ApiKey) => state === 'active' || state === 'disabled'
const isRevocable = ({ state }: ApiKey) => state !== 'revoked'

/** What dialogs do with a key. */
export const keyActions = {
  'edit-key': { label: 'keys.edit', isOpen: () => true },
  'disable-key': { label: 'keys.disable', isOpen: ({ state }) => state === 'active' },
  'enable-key': { label: 'keys.enable', isOpen: ({ state }) => state === 'disabled', run: enableApiKey },
  'limit-key': { label: 'callLimit.change', isOpen: isRevocable },
  'narrow-key': { label: 'narrowKey.change', isOpen: mayNarrow },
  'extend-key': { label: 'keys.extend', isOpen: mayExtend },
  'revoke-key': { label: 'keys.revoke', isOpen: isRevocable, danger: true },
} as const satisfies Readonly<Record<string, NounAction<ApiKey>>>

export type KeyAction = keyof typeof keyActions
export type KeyActionLabel = (typeof keyActions)[KeyAction]['label']
