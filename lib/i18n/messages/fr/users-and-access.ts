import { usersAndAccess as english } from '#lib/i18n/messages/en/users-and-access.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const usersAndAccess: Translation<typeof english> = english
