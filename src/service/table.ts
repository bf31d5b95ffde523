/** The entries of one store in memory. `sorted` is another array after each change, in which untouched entries are the same objects. */
export type Table<Entry> = {
  readonly byId: Map<string, Entry>
  sorted: readonly Entry[]
  readonly compare: (a: Entry, b: Entry) => number
}

type Identified = {readonly id: string}

export const tableOf = <Entry extends Identified>(
  entries: readonly Entry[],
  compare: (a: Entry, b: Entry) => number,
): Table<Entry> => ({
  byId: new Map(entries.map(entry => [entry.id, entry])),
  sorted: entries.toSorted(compare),
  compare,
})

/** A table with changes that are not kept yet. */
export type Draft<Entry> = {
  get(id: string): Entry | undefined
  all(): readonly Entry[]
  put(entry: Entry): void
  delete(id: string): void
  /** What is to be written, by id; null for an entry that goes. */
  readonly changes: ReadonlyMap<string, Entry | null>
}

function merge<Entry extends Identified>(table: Table<Entry>, changes: ReadonlyMap<string, Entry | null>): Entry[] {
  const old = table.sorted.map(entry => (changes.has(entry.id) ? changes.get(entry.id) : entry))
  const added = [...changes].map(([id, entry]) => (table.byId.has(id) ? null : entry))
  return [...old, ...added].filter(entry => entry !== null && entry !== undefined).toSorted(table.compare)
}

export function draftOf<Entry extends Identified>(table: Table<Entry>): Draft<Entry> {
  const changes = new Map<string, Entry | null>()
  let all: readonly Entry[] | undefined = table.sorted
  const change = (id: string, entry: Entry | null) => {
    changes.set(id, entry)
    all = undefined
  }
  const get = (id: string) => (changes.has(id) ? (changes.get(id) ?? undefined) : table.byId.get(id))
  return {
    get,
    all: () => (all ??= merge(table, changes)),
    put(entry) {
      if (get(entry.id) !== entry) change(entry.id, entry)
    },
    delete: id => change(id, null),
    changes,
  }
}

/** Makes the changes of a draft the table's own. */
export function settle<Entry extends Identified>(table: Table<Entry>, draft: Draft<Entry>): void {
  if (draft.changes.size === 0) return
  table.sorted = draft.all()
  for (const [id, entry] of draft.changes) {
    if (entry === null) table.byId.delete(id)
    else table.byId.set(id, entry)
  }
}
