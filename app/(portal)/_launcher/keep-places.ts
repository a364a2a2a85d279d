/** A tile in the place where the user saw it first. */
export type Place<Tile> = Readonly<{ tile: Tile; isEnded: boolean }>

/** The tiles in the places that they have; those that are gone keep theirs as ended, and new ones come last. */
export function keepPlaces<Tile extends Readonly<{ id: string }>>(
  places: readonly Place<Tile>[],
  tiles: readonly Tile[],
): readonly Place<Tile>[] {
  const current = new Map(tiles.map((tile) => [tile.id, tile]))
  const kept = places.map(({ tile }) => {
    const now = current.get(tile.id)
    current.delete(tile.id)
    return { tile: now ?? tile, isEnded: now === undefined }
  })
  return [...kept, ...[...current.values()].map((tile) => ({ tile, isEnded: false }))]
}
