import type { launcher as english } from '#lib/i18n/messages/en/launcher.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const launcher: Translation<typeof english> = {
  title: 'Account',
  searchLabel: 'Cerca per nome o ID dell’account',
  pinned: 'Fissati',
  recent: 'Recenti',
  all: 'Tutti gli account',
  results: 'Trovati',
  count: '{count, plural, one {# account} other {# account}}',
  moreThan: 'Più di {count, plural, one {# account} other {# account}}',
  open: 'Apri account',
  openShort: 'Apri',
  openNamed: 'Apri l’account {name}',
  pin: 'Fissa {name}',
  unpin: 'Non fissare più {name}',
  lastOpened: 'Ultima apertura',
  showMore: 'Mostra altri',
  typeMore: 'Questi sono {shown, number} di essi. Scriva di più per restringere la ricerca.',
  showsMost: 'Questi sono i primi {shown, number}. Cerchi per trovare gli altri.',
  elsewhere: {
    named: 'Gli account si aprono su {platform} come suo utente {user}, chiunque li apra qui.',
    unnamed: 'Gli account si aprono su {platform} come titolare di un’unica chiave API, chiunque li apra qui.',
    anyBrowser: 'Finché non è usato, il link funziona in qualsiasi browser.',
  },
  nothing: {
    title: 'Nessun risultato per «{query}»',
    why: 'La ricerca ha riguardato nome e ID di tutti gli account che può aprire: uno o due caratteri all’inizio di parole e ID, tre e più in qualsiasi punto. Provi con una parte del nome o con l’inizio dell’ID. Gli account sospesi non sono compresi.',
    clear: 'Mostra tutti gli account',
  },
  noneForManager: {
    title: 'Non c’è ancora nessun account da aprire',
    why: 'Aggiunga il primo account oppure li importi tutti da un file CSV. Gli account sospesi si possono riattivare in «Gestisci account».',
    add: 'Aggiungi un account',
    import: 'Importa un file CSV',
  },
  noneForAgent: {
    title: 'Nessun account è ancora disponibile per Lei',
    why: 'Un proprietario o un admin può darLe accesso in «Utenti e accesso». Appena fatto, i Suoi account compaiono qui.',
  },
  keys: {
    search: 'Cerca',
    move: 'Sposta',
    open: 'Apri',
    newTab: 'Apri in una nuova scheda',
    pin: 'Fissa',
  },
}
