import type { signIn as english } from '#lib/i18n/messages/en/sign-in.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const signIn: Translation<typeof english> = {
  title: 'Anmelden',
  name: 'E-Mail-Adresse oder Benutzername',
  password: 'Passwort',
  submit: 'Anmelden',
  forgotten: 'Passwort vergessen? Ein Inhaber oder Admin kann Ihnen einen Link geben, mit dem Sie ein neues festlegen.',
  notices: {
    signedOut: 'Sie sind abgemeldet. Auch die Konten, die Sie von hier geöffnet haben, sind geschlossen.',
    passwordSet: 'Ihr Passwort ist festgelegt. Melden Sie sich jetzt damit an.',
    setUp: 'Der Inhaber ist angelegt. Melden Sie sich mit dem eben gewählten Passwort an.',
  },
  newPasswordHint:
    'Mindestens 15 beliebige Zeichen. Ein paar Wörter hintereinander sind leicht zu merken und schwer zu erraten.',
  setUp: {
    title: 'Ersten Inhaber anlegen',
    why: 'Inhaber verwalten alles: Benutzer, Konten, Rücksprungadressen und API-Schlüssel.',
    fullName: 'Ihr Name',
    email: 'E-Mail-Adresse',
    username: 'Benutzername',
    emailMalformed: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com.',
    usernameHint: 'Buchstaben, Ziffern, Punkte, Binde- und Unterstriche.',
    newPassword: 'Passwort',
    submit: 'Anlegen und anmelden',
    unusableWhy:
      'Er wurde bereits verwendet, ist abgelaufen oder ersetzt worden. Solange es keinen Inhaber gibt, gibt jeder Start von Latchkey einen neuen aus.',
  },
  setPassword: {
    title: 'Passwort festlegen',
    why: 'Für {name}. Danach sind Sie hier angemeldet und überall sonst abgemeldet.',
    username: 'Benutzername',
    newPassword: 'Neues Passwort',
    submit: 'Festlegen und anmelden',
  },
}
