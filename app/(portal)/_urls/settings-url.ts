import { toHref } from './list-url.ts'

/** The home of the settings. It shows the organization. */
export const settingsPath = '/settings'

export const signInSettingsPath = '/settings/sign-in'
export const noticesPath = '/settings/notices'

/** The element that gets the focus when the dialog about sessions closes. */
export const sessionsId = 'sessions'

/** The URLs that open a dialog over the page. */
export const addProviderHref = toHref(signInSettingsPath, { dialog: 'add-provider' })
export const endSessionsHref = toHref(signInSettingsPath, { do: 'end-sessions' })

export const providerDialogs = ['edit', 'map', 'unmap', 'remove'] as const
export type ProviderDialog = (typeof providerDialogs)[number]

/** The page of a provider, with a dialog over it. @param of the mapping that the dialog is about */
export function providerHref(id: string, dialog?: ProviderDialog, of?: string): string {
  return toHref(`${signInSettingsPath}/providers/${encodeURIComponent(id)}`, { dialog, of })
}

/** The page of a provider, which is tested then. */
export function testedHref(id: string): string {
  return toHref(providerHref(id), { test: 'now' })
}
