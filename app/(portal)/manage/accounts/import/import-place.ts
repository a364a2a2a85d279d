import { importPath } from '../list-place.ts'

/** The page of one import: its review, then its progress, then what came of it. */
export function importHref(id: string): string {
  return `${importPath}/${id}`
}

/** The download of the rows that can't be imported. */
export function rejectedHref(id: string): string {
  return `${importHref(id)}/rejected`
}

export function progressHref(id: string): string {
  return `${importHref(id)}/progress`
}
