import type { accounts as english } from '#lib/i18n/messages/en/accounts.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const accounts: Translation<typeof english> = {
  title: 'Gestisci account',
  sentence: 'Gli account che si aprono da qui e il punto in cui si arriva in ciascuno.',
  add: 'Aggiungi un account',
  added: '«{name}» è stato aggiunto.',
  import: 'Importa un file CSV',
  searchLabel: 'Cerca per nome o ID dell’account',
  filter: 'Stato',
  states: { all: 'Tutti', active: 'Attivi', suspended: 'Sospesi' },
  caption: 'Account',
  columns: {
    account: 'Account',
    locale: 'Lingua e regione',
    deepPath: 'Percorso di arrivo',
    state: 'Stato',
    actions: 'Azioni',
  },
  active: 'Attivo',
  suspendedSince: 'Sospeso <when></when>',
  edit: 'Modifica',
  editNamed: 'Modifica {name}',
  suspend: 'Sospendi',
  suspendNamed: 'Sospendi {name}',
  resume: 'Riattiva',
  resumeNamed: 'Riattiva {name}',
  count: '{count, plural, one {# account} other {# account}}',
  onPage: '{count, plural, one {# account} other {# account}} in questa pagina',
  matchMore:
    'Più di {count, plural, one {# account corrisponde} other {# account corrispondono}}. Scriva di più per restringere la ricerca.',
  pages: 'Pagine dell’elenco degli account',
  firstPage: 'Prima pagina',
  nextPage: 'Pagina successiva',
  none: {
    title: 'Non ci sono ancora account',
    why: 'Aggiunga il primo oppure li importi tutti da un file CSV.',
  },
  nothing: {
    title: 'Nessun risultato per «{query}»',
    why: 'La ricerca ha riguardato nome e ID di tutti gli account in questo stato: uno o due caratteri all’inizio di parole e ID, tre e più in qualsiasi punto. Provi con una parte del nome o con un altro stato.',
    titleWithoutQuery: 'Nessun account è in questo stato',
    clear: 'Mostra tutti gli account',
  },
  form: {
    addTitle: 'Aggiungi un account',
    addSentence: 'Proprietari e admin possono aprirlo subito, gli agenti appena è nel loro elenco.',
    editTitle: 'Modifica {name}',
    id: 'ID dell’account',
    idHint: 'L’ID dell’account nella Sua piattaforma: lettere, cifre e in mezzo . _ -. In seguito non si può cambiare.',
    name: 'Nome',
    locale: 'Lingua e regione',
    localeHint: 'La lingua e la regione in cui si apre, per esempio en-gb o it-ch.',
    deepPath: 'Percorso di arrivo',
    deepPathHint: 'Il punto dell’account in cui si arriva, per esempio {example}.',
    add: 'Aggiungi l’account',
    save: 'Salva',
  },
  problems: {
    id: {
      malformed:
        '«{value}» non è un ID dell’account: usare lettere, cifre, punti, trattini bassi e trattini, al massimo 64 caratteri.',
      too_long: 'Questo ID supera i 64 caratteri.',
      taken: 'Esiste già un account con questo ID.',
    },
    name: {
      malformed: 'Questo nome contiene un’interruzione di riga o un altro carattere di controllo.',
      too_long: 'Questo nome supera i 120 caratteri.',
    },
    locale: { malformed: '«{value}» non è valido: indicare lingua e regione in minuscolo, per esempio en-gb.' },
    deepPath: {
      malformed:
        '«{value}» non è un percorso di arrivo di questo account: iniziare con /accounts/ e il suo ID, senza «..», «//» o barre codificate; al massimo 512 caratteri.',
    },
  },
  suspension: {
    title: 'Sospendere {name}?',
    sessions:
      '{count, plural, =0 {Al momento nessuno lo ha aperto.} one {È aperto in una sessione: smette subito di funzionare.} other {È aperto in # sessioni: smettono subito di funzionare.}}',
    why: 'Nessuno potrà aprirlo, né da qui né con una chiave API, finché non lo riattiva. Non viene eliminato nulla.',
    confirm: 'Sospendi l’account',
  },
}
