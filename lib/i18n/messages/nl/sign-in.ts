import type { signIn as english } from '#lib/i18n/messages/en/sign-in.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const signIn: Translation<typeof english> = {
  title: 'Aanmelden',
  name: 'E-mailadres of gebruikersnaam',
  password: 'Wachtwoord',
  submit: 'Aanmelden',
  forgotten: 'Wachtwoord vergeten? Een eigenaar of admin kan u een link geven om een nieuw in te stellen.',
  notices: {
    signedOut: 'U bent afgemeld. Ook de accounts die u vanaf hier opende, zijn gesloten.',
    passwordSet: 'Uw wachtwoord is ingesteld. Meld u er nu mee aan.',
    setUp: 'De eigenaar is aangemaakt. Meld u aan met het wachtwoord dat u net hebt gekozen.',
  },
  newPasswordHint:
    'Minstens 15 tekens van welke soort ook. Een paar woorden achter elkaar zijn makkelijk te onthouden en moeilijk te raden.',
  setUp: {
    title: 'Eerste eigenaar aanmaken',
    why: 'Eigenaars beheren alles: gebruikers, accounts, terugkeeradressen en API-sleutels.',
    fullName: 'Uw naam',
    email: 'E-mailadres',
    username: 'Gebruikersnaam',
    emailMalformed: 'Vul een e-mailadres in, bijvoorbeeld ada@example.com.',
    usernameHint: 'Letters, cijfers, punten, koppeltekens en onderstrepingstekens.',
    newPassword: 'Wachtwoord',
    submit: 'Aanmaken en aanmelden',
    unusableWhy:
      'Hij is al gebruikt, verlopen of vervangen. Zolang er geen eigenaar is, toont elke start van Latchkey een nieuwe.',
  },
  setPassword: {
    title: 'Uw wachtwoord instellen',
    why: 'Voor {name}. Daarna bent u hier aangemeld en overal elders afgemeld.',
    username: 'Gebruikersnaam',
    newPassword: 'Nieuw wachtwoord',
    submit: 'Instellen en aanmelden',
  },
}
