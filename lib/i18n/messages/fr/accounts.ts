import type { accounts as english } from '#lib/i18n/messages/en/accounts.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const accounts: Translation<typeof english> = {
  title: 'Gérer les comptes',
  sentence: 'Les comptes que l’on ouvre d’ici, et l’endroit où chacun s’ouvre.',
  add: 'Ajouter un compte',
  import: 'Importer un fichier CSV',
  searchLabel: 'Rechercher par nom ou identifiant de compte',
  search: 'Rechercher',
  filter: 'État',
  states: {
    all: 'Tous',
    active: 'Actifs',
    suspended: 'Suspendus',
  },
  caption: 'Comptes',
  columns: {
    account: 'Compte',
    locale: 'Langue/région',
    deepPath: 'Chemin d’arrivée',
    state: 'État',
    actions: 'Actions',
  },
  active: 'Actif',
  suspended: 'Suspendu',
  suspendedSince: 'Suspendu <when></when>',
  edit: 'Modifier',
  editNamed: 'Modifier {name}',
  suspend: 'Suspendre',
  suspendNamed: 'Suspendre {name}',
  resume: 'Rétablir',
  resumeNamed: 'Rétablir {name}',
  count: '{count, plural, one {# compte} other {# comptes}}',
  countOf: '{matches, number} sur {total, plural, one {# compte} other {# comptes}}',
  pages: 'Pages des comptes',
  firstPage: 'Première page',
  nextPage: 'Page suivante',
  none: {
    title: 'Pas encore de compte',
    why: 'Ajoutez le premier, ou importez-les tous depuis un fichier CSV.',
  },
  nothing: {
    title: 'Aucun résultat pour « {query} »',
    why: 'La recherche a porté sur le nom et l’identifiant de tous les comptes dans cet état. Essayez une partie du nom, ou un autre état.',
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
      'L’identifiant du compte sur votre plateforme : lettres, chiffres, et . _ -. Il ne peut pas être modifié par la suite.',
    name: 'Nom',
    locale: 'Langue/région',
    localeHint: 'Langue et région dans lesquelles il s’ouvre, par exemple en-gb ou de-at.',
    deepPath: 'Chemin d’arrivée',
    deepPathHint: 'Où l’on arrive dans le compte, par exemple {example}.',
    add: 'Ajouter le compte',
    save: 'Enregistrer',
  },
  problems: {
    id: {
      malformed: 'Uniquement des lettres, chiffres, points, traits de soulignement et traits d’union.',
      taken: 'Il existe déjà un compte avec cet identifiant.',
    },
    locale: {
      malformed: 'Écrivez-le comme en-gb : langue, trait d’union, région, en minuscules.',
    },
    deepPath: {
      malformed:
        'Il doit commencer par le chemin du compte, /accounts/ et son identifiant, sans « .. », « // » ni barres obliques encodées ; 512 caractères au plus.',
    },
  },
  suspension: {
    title: 'Suspendre {name} ?',
    sessions:
      '{count, plural, =0 {Personne ne l’a ouvert en ce moment.} one {Il est ouvert dans une session : elle s’arrête aussitôt.} other {Il est ouvert dans # sessions : elles s’arrêtent aussitôt.}}',
    why: 'Personne ne peut l’ouvrir, ni d’ici ni avec une clé API, tant que vous ne l’avez pas rétabli. Rien n’est supprimé.',
    confirm: 'Suspendre le compte',
  },
}
