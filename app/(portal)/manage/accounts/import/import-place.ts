import { importPath } from '../list-place.ts'

/** The page of one import: its review, then its progress, then what came of it. */
export function importHref(id: string): string {
  return `${importPath}/${id}`
}

export function progressHref(id: string): string {
  return `${importHref(id)}/progress`
}
