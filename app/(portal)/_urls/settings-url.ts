import { toHref } from './list-url.ts'

/** The home of the settings. It shows the organization. */
export const settingsPath = '/settings'

export const signInSettingsPath = '/settings/sign-in'
export const addProviderPath = '/settings/sign-in/add'
export const noticesPath = '/settings/notices'

/** The element that gets the focus when the dialog about sessions closes. */
export const sessionsId = 'sessions'

/** The URL that opens a dialog over the page. */
export const endSessionsHref = toHref(signInSettingsPath, { do: 'end-sessions' })

/** The form that connects a provider of this kind. */
export function addPresetHref(preset: string): string {
  return toHref(addProviderPath, { preset })
}

export const providerDialogs = ['edit', 'map', 'unmap', 'switch-on', 'switch-off', 'remove'] as const
export type ProviderDialog = (typeof providerDialogs)[number]

/** The page of a provider, with a dialog over it. @param of the mapping, or the group, that the dialog is about */
export function providerHref(id: string, dialog?: ProviderDialog, of?: string): string {
  return toHref(`${signInSettingsPath}/providers/${encodeURIComponent(id)}`, { dialog, of })
}
