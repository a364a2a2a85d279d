import type { signIn as english } from '#lib/i18n/messages/en/sign-in.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const signIn: Translation<typeof english> = {
  title: 'Accedi',
  name: 'Indirizzo e-mail o nome utente',
  password: 'Password',
  submit: 'Accedi',
  forgotten: 'Ha dimenticato la password? Un proprietario o un admin può darLe un link per impostarne una nuova.',
  notices: {
    signedOut: 'È uscito. Anche gli account aperti da qui sono chiusi.',
    passwordSet: 'La Sua password è impostata. Acceda ora con questa.',
    setUp: 'Il proprietario è stato creato. Acceda con la password appena scelta.',
  },
  newPasswordHint:
    'Almeno 15 caratteri di qualsiasi tipo. Alcune parole di seguito sono facili da ricordare e difficili da indovinare.',
  setUp: {
    title: 'Crea il primo proprietario',
    why: 'I proprietari gestiscono tutto: utenti, account, indirizzi di ritorno e chiavi API.',
    fullName: 'Il Suo nome',
    email: 'Indirizzo e-mail',
    username: 'Nome utente',
    emailMalformed: 'Inserisci un indirizzo e-mail, per esempio ada@example.com.',
    usernameHint: 'Lettere, cifre, punti, trattini e trattini bassi.',
    newPassword: 'Password',
    submit: 'Crea e accedi',
    unusableWhy:
      'È già stato usato, è scaduto o è stato sostituito. Finché non c’è un proprietario, ogni avvio di Latchkey ne mostra uno nuovo.',
  },
  setPassword: {
    title: 'Imposta la Sua password',
    why: 'Per {name}. Dopo avrà effettuato l’accesso qui e sarà uscito da ogni altro luogo.',
    username: 'Nome utente',
    newPassword: 'Nuova password',
    submit: 'Imposta e accedi',
  },
}
