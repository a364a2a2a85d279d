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
  shortcuts: {
    title: 'Tastenkürzel',
    show: 'Diese Liste anzeigen',
    single: 'Tastenkürzel aus einem Zeichen: / ? p',
    on: 'Ein',
    off: 'Aus',
  },
  signOut: 'Abmelden',
  roles: {
    owner: 'Inhaber',
    admin: 'Admin',
    agent: 'Agent',
  },
  /** In place of the sign-in form while no one can sign in. */
  setUpNeeded: {
    title: 'Latchkey ist noch nicht eingerichtet',
    why: 'Legen Sie den ersten Inhaber mit dem Einrichtungslink an, den Latchkey beim Start ausgegeben hat. Sie finden ihn im Terminal oder im Protokoll des Servers.',
    newLink: 'Der Link gilt 24 Stunden. Jeder Start gibt einen neuen aus, bis es einen Inhaber gibt.',
    docker: 'Mit Docker:',
    ownerMissing: 'Dieses Latchkey hat noch keinen Inhaber',
  },
  /** A set-up or set-password link without its token. */
  incompleteLink: {
    title: 'Dieser Link ist unvollständig',
    why: 'Er endet mit „?token=“ und einem Code, und der Code fehlt. Kopieren Sie den ganzen Link und öffnen Sie ihn erneut.',
  },
  notFound: {
    title: 'Hier ist nichts',
    why: 'Die Adresse ist unvollständig, oder was hier war, wurde entfernt.',
    way: 'Zu Ihren Konten',
  },
  pages: {
    next: 'Weiter',
    previous: 'Zurück',
    pageOf: 'Seite {page, number} von {pages, number}',
  },
}
