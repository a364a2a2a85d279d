'use client'

import dynamic from 'next/dynamic'
import { loadScript } from '#components/connection/load-script.ts'

// Dialogs whose scripts and styles load when they open; without scripts, the server renders both. The bundler finds the
// styles only if each call stands by itself. Each file adds to the page's weight.
export const AddReturnAddressDialog = dynamic(
  async () => (await loadScript(() => import('./add-return-address-dialog.tsx'))).AddReturnAddressDialog,
)
export const AddUserDialog = dynamic(
  async () => (await loadScript(() => import('./user-form-dialogs.tsx'))).AddUserDialog,
)
export const EditUserDialog = dynamic(
  async () => (await loadScript(() => import('./user-form-dialogs.tsx'))).EditUserDialog,
)
export const PasswordLinkDialog = dynamic(
  async () => (await loadScript(() => import('./password-link-dialog.tsx'))).PasswordLinkDialog,
)
export const GenerateKeyDialog = dynamic(
  async () => (await loadScript(() => import('./generate-key-dialog.tsx'))).GenerateKeyDialog,
)
export const EditKeyDialog = dynamic(
  async () => (await loadScript(() => import('./change-key-dialogs.tsx'))).EditKeyDialog,
)
export const DisableKeyDialog = dynamic(
  async () => (await loadScript(() => import('./change-key-dialogs.tsx'))).DisableKeyDialog,
)
export const RevokeKeyDialog = dynamic(
  async () => (await loadScript(() => import('./change-key-dialogs.tsx'))).RevokeKeyDialog,
)
export const LimitKeyDialog = dynamic(
  async () => (await loadScript(() => import('./limit-key-dialog.tsx'))).LimitKeyDialog,
)
export const NarrowKeyDialog = dynamic(
  async () => (await loadScript(() => import('./narrow-key-dialog.tsx'))).NarrowKeyDialog,
)
export const ExtendKeyDialog = dynamic(
  async () => (await loadScript(() => import('./extend-key-dialog.tsx'))).ExtendKeyDialog,
)
export const PlainDialog = dynamic(async () => (await loadScript(() => import('./plain-dialog.tsx'))).PlainDialog)
