import type { account as english } from '#lib/i18n/messages/en/account.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const account: Translation<typeof english> = {
  bar: {
    signedInAs: 'Accesso come {name}',
    left: 'ancora {time}',
    renew: 'Far ripartire il tempo',
    end: 'Termina e torna indietro',
  },
  lead: 'Questo account è aperto in questa scheda. Può aprirne altri accanto; ognuno termina per conto proprio.',
  place: 'Lei si trova qui',
  facts: {
    account: 'Account',
    name: 'Nome',
    id: 'ID dell’account',
    language: 'Lingua e regione',
    landing: 'Pagina iniziale',
    session: 'Sessione',
    person: 'Accesso come',
    opened: 'Aperto',
    byPerson: 'Dall’elenco degli account',
    byProgram: 'Da un programma con una chiave API',
    since: 'Dal',
    idleEnd: 'Termina se non usata',
    absoluteEnd: 'Termina al più tardi',
    returnsTo: 'Riporta a',
    ownAccounts: 'I Suoi account',
  },
  over: {
    none: {
      title: 'Questo account non è aperto qui',
      why: 'Non è stato aperto in questo browser, oppure la sessione è già terminata.',
    },
    ended: {
      title: 'Questa sessione è terminata',
      why: 'È stata terminata in questo browser o sostituita da una più recente.',
    },
    idle: {
      title: 'Questa sessione è terminata',
      why: 'Non è stata usata per 30 minuti. Per la Sua sicurezza non resta aperta più a lungo.',
    },
    absolute: {
      title: 'Questa sessione è terminata',
      why: 'È rimasta aperta per 8 ore. Per la Sua sicurezza nessuna sessione dura di più.',
    },
    withdrawn: {
      title: 'Non può più usare questo account',
      why: 'Il Suo accesso, l’account stesso o la chiave con cui è stato aperto è stato revocato. Può informarLa chi gestisce utenti e accesso.',
    },
    open: 'Apri l’account',
  },
}
