const places =
  'Amber,Alder,Ashford,Baltic,Bergen,Birch,Bristol,Calder,Cedar,Clyde,Coral,Dalton,Delta,Dover,Eastern,Elbe,Ember,Falcon,Fjord,Forth,Garnet,Glen,Granite,Harbour,Hazel,Helm,Iris,Ivory,Juniper,Kent,Lagoon,Larch,Linden,Maple,Mercer,Nordic,Oakley,Orchard,Pacific,Rowan'
const trades =
  'Bakery,Boats,Books,Brewing,Cables,Clinic,Cycles,Dairy,Design,Diving,Energy,Farms,Finance,Foods,Freight,Gardens,Glass,Hotels,Imports,Joinery,Kitchens,Labels,Logistics,Media,Metals,Motors,Optics,Paper,Pharma,Print,Rail,Robotics,Salt,Shipping,Steel,Tools,Travel,Vineyards,Water,Windows'
const forms = 'AG,AS,BV,GmbH,Group,Holdings,Inc,International,Ltd,Partners,PLC,SA'

const [placeList, tradeList, formList] = [places, trades, forms].map((text) => text.split(','))

/** Every n-th account has a word in its name that occurs nowhere else, and that no other word begins with. */
export const rareEvery = 50_000

/** The name of the account with this number: three words like a company name, the same in every run. */
export function makeAccount(number: number): Readonly<{ id: string; name: string }> {
  const id = accountIdOf(number)
  if (number % rareEvery === 7) return { id, name: `Quill ${number}` }
  // Multiplied by a large odd number, neighbors have different names (Knuth, volume 3, 6.4).
  const spread = Math.imul(number, 2_654_435_761) >>> 0
  return { id, name: `${pick(placeList, spread)} ${pick(tradeList, spread >>> 8)} ${pick(formList, spread >>> 16)}` }
}

export function accountIdOf(number: number): string {
  return `A-${String(number).padStart(7, '0')}`
}

function pick(list: readonly string[] = [], number: number): string {
  return list[number % list.length] ?? ''
}
