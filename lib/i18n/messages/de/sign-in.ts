import type { signIn as english } from '#lib/i18n/messages/en/sign-in.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const signIn: Translation<typeof english> = {
  title: 'Anmelden',
  name: 'E-Mail-Adresse oder Benutzername',
  password: 'Passwort',
  submit: 'Anmelden',
  forgotten:
    'Passwort vergessen? Ein Inhaber oder ein Admin kann Ihnen einen Link geben, mit dem Sie ein neues festlegen.',
  notices: {
    signedOut: 'Sie sind abgemeldet. Die Konten, die Sie von hier aus geöffnet haben, sind ebenfalls geschlossen.',
    passwordSet: 'Ihr Passwort ist festgelegt. Melden Sie sich jetzt damit an.',
    setUp: 'Der Inhaber ist angelegt. Melden Sie sich mit dem Passwort an, das Sie eben gewählt haben.',
  },
  newPasswordHint:
    'Mindestens 15 beliebige Zeichen. Einige Wörter hintereinander sind leicht zu merken und schwer zu erraten.',
  setUp: {
    title: 'Den ersten Inhaber anlegen',
    why: 'Inhaber verwalten alles: Personen, Konten, Rückkehradressen und API-Schlüssel.',
    fullName: 'Ihr Name',
    email: 'E-Mail-Adresse',
    username: 'Benutzername',
    usernameHint: 'Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche.',
    newPassword: 'Passwort',
    submit: 'Anlegen und anmelden',
    unusableWhy:
      'Er wurde bereits verwendet, ist abgelaufen oder wurde ersetzt. Solange es keinen Inhaber gibt, gibt Latchkey bei jedem Start einen neuen aus.',
  },
  setPassword: {
    title: 'Passwort festlegen',
    why: 'Für {name}. Danach sind Sie hier angemeldet und überall sonst abgemeldet.',
    username: 'Benutzername',
    newPassword: 'Neues Passwort',
    submit: 'Passwort festlegen und anmelden',
  },
}
