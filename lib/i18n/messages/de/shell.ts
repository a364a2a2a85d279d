import type { shell as english } from '#lib/i18n/messages/en/shell.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const shell: Translation<typeof english> = {
  description: 'Öffnet Ihre Konten mit einem Klick.',
  skipToContent: 'Zum Inhalt springen',
  mainNavigation: 'Hauptnavigation',
  accounts: 'Konten',
  usersAndAccess: 'Benutzer und Zugriff',
  manageAccounts: 'Konten verwalten',
  activity: 'Aktivität',
  yourSecurity: 'Ihre Sicherheit',
  theme: 'Darstellung',
  themes: {
    system: 'System',
    light: 'Hell',
    dark: 'Dunkel',
  },
  language: 'Sprache',
  signOut: 'Abmelden',
  roles: {
    owner: 'Inhaber',
    admin: 'Admin',
    agent: 'Agent',
  },
  notFound: {
    title: 'Hier ist nichts',
    why: 'Die Adresse ist unvollständig, oder was hier war, wurde entfernt.',
    way: 'Zu Ihren Konten',
  },
}
