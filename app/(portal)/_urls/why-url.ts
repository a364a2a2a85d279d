import { refusalPath } from '#lib/foundation/buffers/kept-refusal.ts'
import { toHref } from './list-url.ts'

/** The form for a request ID. */
export const whyPath = '/why'

/** The page that explains a refusal; `register` opens the dialog that registers its origin. */
export function whyHref(requestId: string, dialog?: 'register'): string {
  return toHref(refusalPath(encodeURIComponent(requestId)), { dialog })
}
