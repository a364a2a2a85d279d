import { z } from 'zod'

const localeForm = /^[a-z]{2,3}-(?:[a-z]{2}|[0-9]{3})$/

/** Language and region, such as `de-at` or `es-419`. */
export const localeSchema = z.string('malformed').regex(localeForm, 'malformed')
