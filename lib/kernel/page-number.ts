/** A page of a list with numbered pages: from 1 to `pages`. A number after the last page becomes the last one. */
export type NumberedPage = Readonly<{ total: number; page: number; pages: number }>

/** The page with this number, and the rows to read for it. */
export function findPage(requested: number, total: number, limit: number) {
  const pages = Math.max(1, Math.ceil(total / limit))
  const page = Math.min(Math.max(1, Math.trunc(requested) || 1), pages)
  return { place: { total, page, pages }, rows: { offset: (page - 1) * limit, limit } }
}
