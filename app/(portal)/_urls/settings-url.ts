import { toHref } from './list-url.ts'

export const settingsPath = '/sign-in-settings'

/** The URLs that open a dialog over the page. */
export const changePolicyHref = toHref(settingsPath, { dialog: 'second-factor' })
export const addProviderHref = toHref(settingsPath, { dialog: 'add-provider' })

export const providerDialogs = ['edit', 'map', 'unmap', 'remove'] as const
export type ProviderDialog = (typeof providerDialogs)[number]

/** The page of a provider, with a dialog over it. @param of the mapping that the dialog is about */
export function providerHref(id: string, dialog?: ProviderDialog, of?: string): string {
  return toHref(`${settingsPath}/providers/${encodeURIComponent(id)}`, { dialog, of })
}

/** The page of a provider, which is tested then. */
export function testedHref(id: string): string {
  return toHref(providerHref(id), { test: 'now' })
}
