type Words = readonly [string, ...string[]]

/** How companies are called somewhere: a pattern fills `{family}`, `{place}`, `{trade}` and `{form}` from the lists. */
export type Region = Readonly<{
  locale: string
  /** How many of a hundred accounts are from here. */
  share: number
  patterns: Words
  families: Words
  places: Words
  trades: Words
  forms: Words
}>

const germanTrades = list(
  'Metallbau, Holzbau, Elektrotechnik, Feinmechanik, Haustechnik, Gartenbau, Spedition, Druckerei, Großhandel, Medizintechnik, Werkzeugbau, Textil, Lagertechnik, Fensterbau, Solartechnik, Feinkost, Verpackungen, Kälteanlagen, Bootsbau, Orthopädietechnik',
)

const frenchTrades = list(
  'Menuiserie, Imprimerie, Charpentes, Plomberie, Transports, Mécanique, Électricité, Pépinières, Emballages, Conserverie, Serrurerie, Verrerie, Toitures, Ateliers, Laboratoires, Fournitures, Textiles, Outillage',
)

const spanishTrades = list(
  'Talleres, Carpintería, Transportes, Imprenta, Conservas, Cerámicas, Instalaciones, Suministros, Viveros, Construcciones, Bodegas, Textiles, Maquinaria, Envases, Herrajes, Climatización, Electricidad, Almacenes',
)

const dutchTrades = list(
  'Bouwbedrijf, Drukkerij, Installatietechniek, Kwekerij, Transport, Metaalbewerking, Timmerwerken, Verpakkingen, Koeltechniek, Groothandel, Schildersbedrijf, Elektrotechniek, Machinefabriek, Tuinaanleg, Scheepsbouw, Dakwerken, Textiel, Gereedschappen',
)

const englishTrades = list(
  'Joinery, Plumbing, Logistics, Packaging, Engineering, Nurseries, Printing, Electrical, Roofing, Timber, Fabrications, Ceramics, Refrigeration, Instruments, Textiles, Tooling, Bakeries, Boatworks, Interiors, Coatings',
)

export const regions: readonly Region[] = [
  {
    locale: 'de-de',
    share: 18,
    patterns: list(
      '{family} {trade} {form}, {family} & Söhne {trade} {form}, {trade} {place} {form}, {place}er {trade} {family} {form}',
    ),
    families: list(
      'Brandhuber, Ehlers, Falkenrath, Gerstner, Hagedorn, Ilgner, Jessen, Kleinschmidt, Lorenzen, Mönkemeier, Niehaus, Ostendorf, Petersen, Querfurth, Rademacher, Schäfer, Tiedemann, Uhlig, Voßkuhle, Wiegand, Zöllner, Bräutigam, Dreesen, Kröger',
    ),
    places: list('Lübeck, Minden, Erlangen, Husum, Coburg, Jena, Trier, Speyer, Emden, Görlitz, Weimar, Detmold'),
    trades: germanTrades,
    forms: list('GmbH, GmbH & Co. KG, KG, AG, e. K.'),
  },
  {
    locale: 'de-at',
    share: 10,
    patterns: list(
      '{family} {trade} {form}, {trade} {family} {form}, {trade} {place} {form}, {family} & Partner {trade} {form}',
    ),
    families: list(
      'Aigner, Brandstätter, Dörfler, Egger, Fuchsberger, Grabner, Hofstätter, Innerebner, Kirchmayr, Leitgeb, Moosbrugger, Neureiter, Obermüller, Pichler, Rainer, Steinwender, Thurnher, Unterweger, Wallner, Zehetner',
    ),
    places: list('Graz, Linz, Wels, Villach, Bregenz, Steyr, Krems, Lienz, Dornbirn, Leoben'),
    trades: germanTrades,
    forms: list('GmbH, KG, OG, Ges.m.b.H., e.U.'),
  },
  {
    locale: 'de-ch',
    share: 7,
    patterns: list('{family} {trade} {form}, {trade} {place} {form}, Gebrüder {family} {trade} {form}'),
    families: list(
      'Ammann, Bachofner, Caviezel, Dürrenmatt, Eggenberger, Flückiger, Gloor, Hürlimann, Inderbitzin, Jegerlehner, Kälin, Lüthi, Marthaler, Nüesch, Oberholzer, Rüegg, Stauffacher, Tschannen, Von Arx, Zgraggen',
    ),
    places: list('Winterthur, Thun, Chur, Olten, Zug, Aarau, Biel, Schwyz, Baden, Sursee'),
    trades: germanTrades,
    forms: list('AG, GmbH, Genossenschaft'),
  },
  {
    locale: 'fr-fr',
    share: 13,
    patterns: list(
      '{trade} {family} {form}, Établissements {family} {form}, {trade} de {place} {form}, {family} Frères {trade} {form}',
    ),
    families: list(
      'Aubertin, Bonnefoy, Chastanet, Delaunay, Espinasse, Fournel, Guillemot, Hérault, Izard, Jourdain, Kervella, Lamarque, Mérigot, Noailles, Oudinot, Pélissier, Quesnel, Rouvière, Sénéchal, Thibaudeau, Valadier, Vauquelin',
    ),
    places: list('Nantes, Limoges, Nevers, Colmar, Valence, Pau, Quimper, Roanne, Troyes, Brive, Cholet, Sète'),
    trades: frenchTrades,
    forms: list('SARL, SAS, SA, EURL'),
  },
  {
    locale: 'fr-be',
    share: 4,
    patterns: list('{trade} {family} {form}, {trade} de {place} {form}, {family} & Fils {form}'),
    families: list(
      'Bauduin, Collignon, Delvaux, Evrard, Fontigny, Goffinet, Henrion, Jacquemin, Lambotte, Noël, Pirard, Renson, Stassart, Thonon, Wauthier',
    ),
    places: list('Namur, Liège, Mons, Tournai, Dinant, Bastogne, Verviers, Huy'),
    trades: frenchTrades,
    forms: list('SRL, SA, SC'),
  },
  {
    locale: 'nl-nl',
    share: 11,
    patterns: list(
      '{trade} {family} {form}, {family} {trade} {form}, Gebroeders {family} {form}, {trade} {place} {form}',
    ),
    families: list(
      'Van den Broek, De Graaf, Hoekstra, Van Leeuwen, Dijkgraaf, Kuipers, Ter Horst, Van der Velde, Zijlstra, Bouwmeester, Hofman, Van Rossum, Schippers, De Wit, Terpstra, Wagenaar, Van Eck, Postma, Roelofs, Vermeulen',
    ),
    places: list('Zwolle, Deventer, Breda, Hoorn, Sneek, Venlo, Goes, Assen, Delft, Gouda'),
    trades: dutchTrades,
    forms: list('B.V., V.O.F., N.V.'),
  },
  {
    locale: 'nl-be',
    share: 4,
    patterns: list('{trade} {family} {form}, {trade} {place} {form}, {family} & Zonen {form}'),
    families: list(
      'Claessens, De Backer, Goossens, Hermans, Lauwers, Maes, Peeters, Segers, Timmermans, Van Hove, Verbruggen, Wouters, Nijs, De Clercq, Coppens',
    ),
    places: list('Gent, Leuven, Brugge, Aalst, Hasselt, Kortrijk, Mechelen, Turnhout'),
    trades: dutchTrades,
    forms: list('BV, NV, CV'),
  },
  {
    locale: 'it-it',
    share: 11,
    patterns: list(
      '{trade} {family} {form}, {family} {trade} {form}, Fratelli {family} {form}, {trade} {place} {form}',
    ),
    families: list(
      'Albertini, Bellandi, Carraro, De Santis, Esposito, Fantuzzi, Galvani, Iacobelli, Lombardi, Marchesini, Nardone, Orlandini, Pellegrino, Quaglia, Rinaldi, Scarpellini, Tagliaferri, Ughi, Venturelli, Zanella',
    ),
    places: list('Bergamo, Modena, Lucca, Vicenza, Udine, Ancona, Lecce, Pavia, Ravenna, Novara'),
    trades: list(
      'Officine, Falegnameria, Trasporti, Tipografia, Ceramiche, Impianti, Vetreria, Cantine, Tessitura, Costruzioni, Serramenti, Carpenteria, Vivai, Imballaggi, Pastificio, Forniture, Meccanica, Climatizzazione',
    ),
    forms: list('S.r.l., S.p.A., S.n.c., S.a.s.'),
  },
  {
    locale: 'es-es',
    share: 8,
    patterns: list('{trade} {family} {form}, Hermanos {family} {trade} {form}, {trade} de {place} {form}'),
    families: list(
      'Aranda, Barrenechea, Calatayud, Domínguez, Echeverría, Fajardo, Gallardo, Ibáñez, Jaramillo, Lozano, Montesinos, Navarrete, Olivares, Peñalver, Quintanilla, Rebollo, Sepúlveda, Urrutia, Villalobos, Zubiri',
    ),
    places: list('Burgos, Cádiz, Girona, León, Murcia, Oviedo, Soria, Teruel, Vigo, Zamora'),
    trades: spanishTrades,
    forms: list('S.L., S.A., S.L.U., S. Coop.'),
  },
  {
    locale: 'es-mx',
    share: 3,
    patterns: list('{trade} {family} {form}, {trade} de {place} {form}'),
    families: list(
      'Aguirre, Bustamante, Cárdenas, Escobedo, Figueroa, Garibay, Landeros, Mendoza, Orozco, Pacheco, Quiroga, Saldívar, Treviño, Valdés, Zúñiga',
    ),
    places: list('Puebla, Mérida, Xalapa, Saltillo, Colima, Oaxaca, Tepic, Toluca'),
    trades: spanishTrades,
    forms: list('S.A. de C.V., S. de R.L.'),
  },
  {
    locale: 'en-gb',
    share: 8,
    patterns: list(
      '{family} {trade} {form}, {family} & Sons {form}, {place} {trade} {form}, {family} & Daughters {trade} {form}',
    ),
    families: list(
      'Ainsworth, Blakeley, Crowhurst, Dunmore, Entwistle, Fairclough, Greenhalgh, Hathersage, Ibbotson, Jessop, Kirkbride, Lonsdale, Mottram, Netherby, Ormerod, Pickersgill, Ramsbottom, Satterthwaite, Thistlewood, Uttley, Wrigley',
    ),
    places: list('Kendal, Whitby, Ludlow, Hexham, Truro, Malvern, Lewes, Oban, Skipton, Frome'),
    trades: englishTrades,
    forms: list('Ltd, plc, LLP'),
  },
  {
    locale: 'en-us',
    share: 3,
    patterns: list('{family} {trade} {form}, {place} {trade} {form}, {family} Brothers {form}'),
    families: list(
      'Abernathy, Beauchamp, Callaway, Drummond, Eastwick, Fairbanks, Gallagher, Hollister, Jankowski, Kowalski, Lindqvist, McAllister, Nakamura, Okafor, Pruitt, Rasmussen, Sullivan, Tolliver, Whitaker, Yoder',
    ),
    places: list('Duluth, Savannah, Boise, Tacoma, Dayton, Laredo, Bangor, Fresno'),
    trades: englishTrades,
    forms: list('LLC, Inc., Co.'),
  },
]

function list(text: string): Words {
  const [first = '', ...rest] = text.split(', ')
  return [first, ...rest]
}
