import type { Messages } from '#lib/foundation/i18n/catalogs.ts'

declare module 'use-intl/core' {
  // Lets the compiler check message keys in client components too.
  interface AppConfig {
    Messages: Messages
  }
}
