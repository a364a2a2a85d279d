import { type NewAccount, optionalFields } from '#lib/domain/accounts/accounts/account.ts'
import { recordOf } from '#lib/kernel/record-of.ts'
import type { DemoPerson } from '#lib/server/demo/people.ts'

/** `pattern` combines one word of each list into a company name. */
type Region = Readonly<{ locale: string; pattern: string; families: string; trades: string; forms: string }>

const germanTrades =
  'Metallbau, Holzbau, Elektrotechnik, Feinmechanik, Haustechnik, Gartenbau, Spedition, Druckerei, Großhandel, Medizintechnik, Werkzeugbau, Lagertechnik, Fensterbau, Solartechnik, Feinkost, Kälteanlagen'
const englishTrades =
  'Joinery, Plumbing, Logistics, Packaging, Engineering, Nurseries, Printing, Electrical, Roofing, Timber, Ceramics, Refrigeration, Instruments, Textiles, Bakeries, Boatworks'

const regions: readonly [Region, ...Region[]] = [
  {
    locale: 'de-at',
    pattern: '{family} {trade} {form}',
    families:
      'Aigner, Brandstätter, Dörfler, Egger, Fuchsberger, Grabner, Hofstätter, Innerebner, Kirchmayr, Leitgeb, Moosbrugger, Neureiter, Obermüller, Pichler, Rainer, Steinwender, Thurnher, Unterweger, Wallner, Zehetner',
    trades: germanTrades,
    forms: 'GmbH, KG, OG, e.U.',
  },
  {
    locale: 'de-de',
    pattern: '{trade} {family} {form}',
    families:
      'Brandhuber, Ehlers, Falkenrath, Gerstner, Hagedorn, Ilgner, Jessen, Kleinschmidt, Lorenzen, Mönkemeier, Niehaus, Ostendorf, Petersen, Rademacher, Schäfer, Tiedemann, Uhlig, Voßkuhle, Wiegand, Zöllner',
    trades: germanTrades,
    forms: 'GmbH, GmbH & Co. KG, AG, e. K.',
  },
  {
    locale: 'en-gb',
    pattern: '{family} & Sons {trade} {form}',
    families:
      'Ainsworth, Blakeley, Crowhurst, Dunmore, Entwistle, Fairclough, Greenhalgh, Hathersage, Ibbotson, Jessop, Kirkbride, Lonsdale, Mottram, Netherby, Ormerod, Pickersgill, Satterthwaite, Thistlewood, Uttley, Wrigley',
    trades: englishTrades,
    forms: 'Ltd, plc, LLP',
  },
  {
    locale: 'en-us',
    pattern: '{family} {trade} {form}',
    families:
      'Abernathy, Beauchamp, Callaway, Drummond, Eastwick, Fairbanks, Gallagher, Hollister, Jankowski, Kowalski, Lindqvist, McAllister, Nakamura, Okafor, Pruitt, Rasmussen, Sullivan, Tolliver, Whitaker, Yoder',
    trades: englishTrades,
    forms: 'LLC, Inc., Co.',
  },
  {
    locale: 'es-es',
    pattern: '{trade} {family} {form}',
    families:
      'Aranda, Barrenechea, Calatayud, Domínguez, Echeverría, Fajardo, Gallardo, Ibáñez, Jaramillo, Lozano, Montesinos, Navarrete, Olivares, Peñalver, Quintanilla, Rebollo, Sepúlveda, Urrutia, Villalobos, Zubiri',
    trades:
      'Talleres, Carpintería, Transportes, Imprenta, Conservas, Cerámicas, Instalaciones, Suministros, Viveros, Construcciones, Bodegas, Maquinaria, Envases, Herrajes, Electricidad, Almacenes',
    forms: 'S.L., S.A., S. Coop.',
  },
  {
    locale: 'fr-fr',
    pattern: '{trade} {family} {form}',
    families:
      'Aubertin, Bonnefoy, Chastanet, Delaunay, Espinasse, Fournel, Guillemot, Hérault, Izard, Jourdain, Kervella, Lamarque, Mérigot, Noailles, Oudinot, Pélissier, Rouvière, Sénéchal, Thibaudeau, Vauquelin',
    trades:
      'Menuiserie, Imprimerie, Charpentes, Plomberie, Transports, Mécanique, Électricité, Pépinières, Emballages, Conserverie, Serrurerie, Verrerie, Toitures, Laboratoires, Fournitures, Outillage',
    forms: 'SARL, SAS, EURL',
  },
  {
    locale: 'it-it',
    pattern: '{trade} {family} {form}',
    families:
      'Albertini, Bellandi, Carraro, De Santis, Esposito, Fantuzzi, Galvani, Iacobelli, Lombardi, Marchesini, Nardone, Orlandini, Pellegrino, Quaglia, Rinaldi, Scarpellini, Tagliaferri, Ughi, Venturelli, Zanella',
    trades:
      'Officine, Falegnameria, Trasporti, Tipografia, Ceramiche, Impianti, Vetreria, Cantine, Tessitura, Costruzioni, Serramenti, Carpenteria, Vivai, Imballaggi, Pastificio, Forniture',
    forms: 'S.r.l., S.p.A., S.n.c.',
  },
  {
    locale: 'nl-be',
    pattern: '{trade} {family} {form}',
    families:
      'Aerts, Bogaert, Claessens, De Backer, De Clercq, Goossens, Hermans, Janssens, Lauwers, Maes, Nijs, Peeters, Segers, Timmermans, Van Hove, Verbruggen, Vermeulen, Willems, Wouters, Coppens',
    trades:
      'Bouwbedrijf, Drukkerij, Installatietechniek, Kwekerij, Transport, Metaalbewerking, Timmerwerken, Verpakkingen, Koeltechniek, Groothandel, Elektrotechniek, Machinefabriek, Tuinaanleg, Scheepsbouw, Dakwerken, Gereedschappen',
    forms: 'BV, NV, CV',
  },
]

export const accountCount = 2_000

/** The demonstration accounts: companies of eight regions, the same on every machine. */
export const demoAccounts: readonly NewAccount[] = Array.from({ length: accountCount }, (_, index) => {
  const region = regions[index % regions.length] ?? regions[0]
  const id = `${region.locale.slice(-2)}-${100_000 + index * 7}`
  const name = nameOf(region, Math.floor(index / regions.length))
  return { id, name, ...recordOf(optionalFields, () => null), locale: region.locale }
})

export function accountsOf({ access }: DemoPerson): readonly NewAccount[] {
  if (access === 'all') return demoAccounts
  return demoAccounts.filter(({ locale }) => locale === access.locale).slice(0, access.count)
}

/** Distinct for each number: the trade differs in every round through the families. */
function nameOf({ pattern, families, trades, forms }: Region, number: number): string {
  const round = Math.floor(number / families.split(', ').length)
  const pick = (list: string, index: number) => list.split(', ')[index % list.split(', ').length] ?? ''
  return pattern
    .replace('{family}', pick(families, number))
    .replace('{trade}', pick(trades, round + 3 * number))
    .replace('{form}', pick(forms, round + number))
}
