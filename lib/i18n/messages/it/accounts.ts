import type { accounts as english } from '#lib/i18n/messages/en/accounts.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const accounts: Translation<typeof english> = {
  title: 'Gestisci account',
  sentence: 'Gli account che si aprono da qui e il punto a cui porta ciascuno.',
  add: 'Aggiungi un account',
  import: 'Importa un file CSV',
  searchLabel: 'Cerca per nome o ID dell’account',
  search: 'Cerca',
  filter: 'Stato',
  states: {
    all: 'Tutti',
    active: 'Attivi',
    suspended: 'Sospesi',
  },
  caption: 'Account',
  columns: {
    account: 'Account',
    locale: 'Lingua/regione',
    deepPath: 'Percorso di arrivo',
    state: 'Stato',
    actions: 'Azioni',
  },
  active: 'Attivo',
  suspended: 'Sospeso',
  suspendedSince: 'Sospeso <when></when>',
  edit: 'Modifica',
  editNamed: 'Modifica {name}',
  suspend: 'Sospendi',
  suspendNamed: 'Sospendi {name}',
  resume: 'Riattiva',
  resumeNamed: 'Riattiva {name}',
  count: '{count, plural, one {# account} other {# account}}',
  countOf: '{matches, number} di {total, plural, one {# account} other {# account}}',
  pages: 'Pagine degli account',
  firstPage: 'Prima pagina',
  nextPage: 'Pagina successiva',
  none: {
    title: 'Ancora nessun account',
    why: 'Aggiunga il primo oppure li importi tutti da un file CSV.',
  },
  nothing: {
    title: 'Nessun risultato per «{query}»',
    why: 'La ricerca ha riguardato nome e ID di tutti gli account in questo stato. Provi con una parte del nome o con un altro stato.',
    titleWithoutQuery: 'Nessun account è in questo stato',
    clear: 'Mostra tutti gli account',
  },
  form: {
    addTitle: 'Aggiungi un account',
    addSentence: 'Proprietari e admin possono aprirlo subito, gli agenti appena è nella loro lista.',
    editTitle: 'Modifica {name}',
    id: 'ID dell’account',
    idHint: 'L’ID dell’account sulla Sua piattaforma: lettere, cifre e . _ -. In seguito non si può cambiare.',
    name: 'Nome',
    locale: 'Lingua/regione',
    localeHint: 'Lingua e regione in cui si apre, come en-gb o de-at.',
    deepPath: 'Percorso di arrivo',
    deepPathHint: 'Dove si arriva nell’account, per esempio {example}.',
    add: 'Aggiungi l’account',
    save: 'Salva',
  },
  problems: {
    id: {
      malformed: 'Solo lettere, cifre, punti, trattini bassi e trattini.',
      taken: 'Esiste già un account con questo ID.',
    },
    locale: {
      malformed: 'Lo scriva come en-gb: lingua, trattino, regione, in minuscolo.',
    },
    deepPath: {
      malformed:
        'Deve iniziare con il percorso dell’account, /accounts/ e il suo ID, senza «..», «//» o barre codificate; al massimo 512 caratteri.',
    },
  },
  suspension: {
    title: 'Sospendere {name}?',
    sessions:
      '{count, plural, =0 {Al momento nessuno lo ha aperto.} one {È aperto in una sessione, che smette subito di funzionare.} other {È aperto in # sessioni, che smettono subito di funzionare.}}',
    why: 'Nessuno può aprirlo, né da qui né con una chiave API, finché non lo riattiva. Non viene eliminato nulla.',
    confirm: 'Sospendi l’account',
  },
}
