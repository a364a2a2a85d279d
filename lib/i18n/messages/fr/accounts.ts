import type { accounts as english } from '#lib/i18n/messages/en/accounts.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const accounts: Translation<typeof english> = {
  title: 'Gérer les comptes',
  sentence: 'Les comptes que l’on ouvre d’ici, et l’endroit où l’on arrive dans chacun.',
  add: 'Ajouter un compte',
  added: '« {name} » a été ajouté.',
  import: 'Importer un fichier CSV',
  searchLabel: 'Rechercher par nom ou identifiant de compte',
  filter: 'État',
  states: { all: 'Tous', active: 'Actifs', suspended: 'Suspendus' },
  caption: 'Comptes',
  columns: {
    account: 'Compte',
    locale: 'Langue et région',
    deepPath: 'Chemin d’arrivée',
    state: 'État',
    actions: 'Actions',
  },
  active: 'Actif',
  suspendedSince: 'Suspendu <when></when>',
  edit: 'Modifier',
  editNamed: 'Modifier {name}',
  suspend: 'Suspendre',
  suspendNamed: 'Suspendre {name}',
  resume: 'Rétablir',
  resumeNamed: 'Rétablir {name}',
  count: '{count, plural, one {# compte} other {# comptes}}',
  onPage: '{count, plural, one {# compte} other {# comptes}} sur cette page',
  matchMore:
    'Plus de {count, plural, one {# compte correspond} other {# comptes correspondent}}. Saisissez davantage de caractères pour affiner la recherche.',
  pages: 'Pages de la liste des comptes',
  firstPage: 'Première page',
  nextPage: 'Page suivante',
  none: {
    title: 'Pas encore de compte',
    why: 'Ajoutez le premier, ou importez-les tous depuis un fichier CSV.',
  },
  nothing: {
    title: 'Aucun résultat pour « {query} »',
    why: 'La recherche a porté sur le nom et l’identifiant de tous les comptes dans cet état : un ou deux caractères au début des mots et des identifiants, trois et plus à n’importe quel endroit. Essayez une partie du nom, ou un autre état.',
    titleWithoutQuery: 'Aucun compte n’est dans cet état',
    clear: 'Afficher tous les comptes',
  },
  form: {
    addTitle: 'Ajouter un compte',
    addSentence:
      'Les propriétaires et les admins peuvent l’ouvrir aussitôt, les agents dès qu’il figure sur leur liste.',
    editTitle: 'Modifier {name}',
    id: 'Identifiant du compte',
    idHint:
      'L’identifiant du compte dans votre plateforme : lettres, chiffres, et . _ - entre eux. Il ne pourra plus être modifié.',
    name: 'Nom',
    locale: 'Langue et région',
    localeHint: 'La langue et la région dans lesquelles il s’ouvre, par exemple en-gb ou fr-ch.',
    deepPath: 'Chemin d’arrivée',
    deepPathHint: 'L’endroit du compte où l’on arrive, par exemple {example}.',
    add: 'Ajouter le compte',
    save: 'Enregistrer',
  },
  problems: {
    id: {
      malformed:
        '« {value} » n’est pas un identifiant de compte : utilisez des lettres, des chiffres, des points, des tirets bas et des traits d’union, 64 caractères au plus.',
      too_long: 'Cet identifiant dépasse 64 caractères.',
      taken: 'Un compte porte déjà cet identifiant.',
    },
    name: {
      malformed: 'Ce nom contient un retour à la ligne ou un autre caractère de commande.',
      too_long: 'Ce nom dépasse 120 caractères.',
    },
    locale: {
      malformed: '« {value} » ne convient pas : indiquez la langue et la région en minuscules, par exemple en-gb.',
    },
    deepPath: {
      malformed:
        '« {value} » n’est pas un chemin d’arrivée de ce compte : commencez par /accounts/ suivi de l’identifiant, sans « .. », « // » ni barre oblique codée ; 512 caractères au plus.',
    },
  },
  suspension: {
    title: 'Suspendre {name} ?',
    sessions:
      '{count, plural, =0 {Personne ne l’a ouvert en ce moment.} one {Il est ouvert dans une session : elle s’arrête aussitôt.} other {Il est ouvert dans # sessions : elles s’arrêtent aussitôt.}}',
    why: 'Personne ne peut l’ouvrir, ni d’ici ni avec une clé API, jusqu’à ce que vous le rétablissiez. Rien n’est supprimé.',
    confirm: 'Suspendre le compte',
  },
}
