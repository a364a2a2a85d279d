'use client'

import dynamic from 'next/dynamic'
import { loadScript } from '#components/connection/load-script.ts'

// Scripts and styles load when a dialog opens, as those of Users and access do.
export const AddPasskeyDialog = dynamic(
  async () => (await loadScript(() => import('./passkey-dialogs.tsx'))).AddPasskeyDialog,
)
export const RenamePasskeyDialog = dynamic(
  async () => (await loadScript(() => import('./passkey-dialogs.tsx'))).RenamePasskeyDialog,
)
export const AppDialog = dynamic(async () => (await loadScript(() => import('./app-dialog.tsx'))).AppDialog)
export const NewCodesDialog = dynamic(
  async () => (await loadScript(() => import('./recovery-codes-dialogs.tsx'))).NewCodesDialog,
)
export const EndSessionDialog = dynamic(
  async () => (await loadScript(() => import('./end-session-dialog.tsx'))).EndSessionDialog,
)
export const PasswordDialog = dynamic(
  async () => (await loadScript(() => import('./password-dialog.tsx'))).PasswordDialog,
)
