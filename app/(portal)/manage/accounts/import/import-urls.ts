import { importPath } from '../list-state.ts'

/** The URL of one import: its review, progress and result. */
export function importHref(id: string): string {
  return `${importPath}/${id}`
}

/** The URL of the rejected rows as CSV. */
export function rejectedHref(id: string): string {
  return `${importHref(id)}/rejected`
}

export function progressHref(id: string): string {
  return `${importHref(id)}/progress`
}
