import { toHref } from './list-url.ts'

export const provisioningPath = '/settings/provisioning'

/** The dialog that connects a directory. */
export const connectHref = toHref(provisioningPath, { dialog: 'connect' })

/** The dialog that maps a group, by its name. */
export function mapGroupHref(group: string): string {
  return toHref(provisioningPath, { map: group })
}

/** The dialog that removes a mapping. */
export function removeMappingHref(id: string): string {
  return toHref(provisioningPath, { remove: id })
}
