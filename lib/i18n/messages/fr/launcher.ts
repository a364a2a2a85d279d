import type { launcher as english } from '#lib/i18n/messages/en/launcher.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const launcher: Translation<typeof english> = {
  title: 'Comptes',
  searchLabel: 'Rechercher par nom ou identifiant de compte',
  pinned: 'Épinglés',
  recent: 'Récents',
  all: 'Tous les comptes',
  results: 'Trouvés',
  count: '{count, plural, one {# compte} other {# comptes}}',
  moreThan: 'Plus de {count, plural, one {# compte} other {# comptes}}',
  open: 'Ouvrir le compte',
  openShort: 'Ouvrir',
  openNamed: 'Ouvrir le compte {name}',
  pin: 'Épingler {name}',
  unpin: 'Détacher {name}',
  lastOpened: 'Dernière ouverture',
  showMore: 'En afficher plus',
  typeMore: 'En voici {shown, number}. Saisissez davantage de caractères pour affiner la recherche.',
  showsMost: 'Voici les {shown, number} premiers. Faites une recherche pour trouver les autres.',
  elsewhere: {
    named:
      'Les comptes s’ouvrent sur {platform} en tant que son utilisateur {user}, quelle que soit la personne qui les ouvre ici.',
    unnamed:
      'Les comptes s’ouvrent sur {platform} en tant que titulaire d’une seule clé API, quelle que soit la personne qui les ouvre ici.',
    anyBrowser: 'Tant qu’il n’est pas utilisé, le lien fonctionne dans n’importe quel navigateur.',
  },
  nothing: {
    title: 'Aucun résultat pour « {query} »',
    why: 'La recherche a porté sur le nom et l’identifiant de tous les comptes que vous pouvez ouvrir : un ou deux caractères au début des mots et des identifiants, trois et plus à n’importe quel endroit. Essayez une partie du nom ou le début de l’identifiant. Les comptes suspendus n’en font pas partie.',
    clear: 'Afficher tous les comptes',
  },
  noneForManager: {
    title: 'Il n’y a pas encore de compte à ouvrir',
    why: 'Ajoutez votre premier compte, ou importez-les tous depuis un fichier CSV. Les comptes suspendus peuvent être rétablis sous « Gérer les comptes ».',
    add: 'Ajouter un compte',
    import: 'Importer un fichier CSV',
  },
  noneForAgent: {
    title: 'Aucun compte ne vous est encore ouvert',
    why: 'Un propriétaire ou un admin peut vous donner accès sous « Utilisateurs et accès ». Dès que c’est fait, vos comptes apparaissent ici.',
  },
  keys: {
    search: 'Rechercher',
    move: 'Se déplacer',
    open: 'Ouvrir',
    newTab: 'Ouvrir dans un nouvel onglet',
    pin: 'Épingler',
  },
}
