import { common as english } from '#lib/i18n/messages/en/common.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const common: Translation<typeof english> = english
