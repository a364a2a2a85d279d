import type { signIn as english } from '#lib/i18n/messages/en/sign-in.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const signIn: Translation<typeof english> = {
  title: 'Aanmelden',
  name: 'E-mailadres of gebruikersnaam',
  password: 'Wachtwoord',
  submit: 'Aanmelden',
  forgotten:
    'Wachtwoord vergeten? Een eigenaar of een admin kan u een link geven om een nieuw wachtwoord in te stellen.',
  notices: {
    signedOut: 'U bent afgemeld. De accounts die u van hieruit hebt geopend, zijn ook gesloten.',
    passwordSet: 'Uw wachtwoord is ingesteld. Meld u er nu mee aan.',
    setUp: 'De eigenaar is aangemaakt. Meld u aan met het wachtwoord dat u zojuist hebt gekozen.',
  },
  newPasswordHint:
    'Minstens 15 willekeurige tekens. Enkele woorden achter elkaar zijn makkelijk te onthouden en moeilijk te raden.',
  setUp: {
    title: 'De eerste eigenaar aanmaken',
    why: 'Eigenaars beheren alles: personen, accounts, retouradressen en API-sleutels.',
    fullName: 'Uw naam',
    email: 'E-mailadres',
    username: 'Gebruikersnaam',
    usernameHint: 'Letters, cijfers, punten, koppeltekens en onderstrepingstekens.',
    newPassword: 'Wachtwoord',
    submit: 'Aanmaken en aanmelden',
    unusableWhy:
      'Hij is al gebruikt, verlopen of vervangen. Zolang er geen eigenaar is, toont Latchkey bij elke start een nieuwe.',
  },
  setPassword: {
    title: 'Uw wachtwoord instellen',
    why: 'Voor {name}. Daarna bent u hier aangemeld en overal elders afgemeld.',
    username: 'Gebruikersnaam',
    newPassword: 'Nieuw wachtwoord',
    submit: 'Wachtwoord instellen en aanmelden',
  },
}
