import type {WorkerClient} from '../../../messaging/messages'
import type {StoredRecord} from '../../../model/rule'
import {groupByGroup, ofGroup, ofRules, type Shelf} from '../../../import-export/exported'
import {writeSwitchyard} from '../../../import-export/formats/switchyard'
import {writeRequestly} from '../../../import-export/write-requestly'
import type {LibraryState} from '../../state/library'
import {importTexts} from '../../../locales/import'

const writers = {own: writeSwitchyard, requestly: writeRequestly}
export type FileShape = keyof typeof writers

/** A name that every operating system accepts. */
const fileName = (name: string, date: Date): string => {
  const safe = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'rules'
  return `switchyard-${safe}-${date.toISOString().slice(0, 10)}.json`
}

function give(library: LibraryState, name: string, text: string, at = Date.now()): void {
  download(fileName(name, new Date(at)), text)
  library.toasts.report(importTexts('exported'))
}

const inShape = (name: string, shape: FileShape) => (shape === 'own' ? name : `${name}-${shape}`)

async function whole(library: LibraryState): Promise<Shelf> {
  if (!library.isComplete.peek()) await library.refresh()
  return shelfOf(library)
}

export async function exportAll(library: LibraryState, shape: FileShape): Promise<void> {
  give(library, inShape('rules', shape), writers[shape](await whole(library)))
}

export async function exportGroup(
  library: LibraryState,
  {id, name}: {id: string; name: string},
  shape: FileShape,
): Promise<void> {
  give(library, inShape(name, shape), writers[shape](ofGroup(await whole(library), id)))
}

export async function exportSelected(library: LibraryState, ids: readonly string[], shape: FileShape): Promise<void> {
  give(library, inShape('selected', shape), writers[shape](ofRules(await whole(library), new Set(ids))))
}

export async function exportThisDevice(library: LibraryState): Promise<void> {
  await whole(library)
  const ofTeam = new Set(library.teamGroups.peek())
  const views = library.rows.peek().map(row => row.peek())
  const rules = views.flatMap(({isTeam, rule, record}) =>
    isTeam ? [] : [rule ?? record].filter(kept => kept !== null),
  )
  give(library, 'backup', writeSwitchyard({rules, groups: library.groups.peek().filter(({id}) => !ofTeam.has(id))}))
}

type Kept = {readonly record: StoredRecord}

/** A backup comes in parts, since a message has a limit. */
export async function exportBackup(library: LibraryState, client: WorkerClient, at: number): Promise<void> {
  const kept = await library.run(async () => {
    for (let text = ''; ;) {
      const part = await client.ask('backup.read', {at, from: text.length})
      text += part.text
      if (part.isWhole) return JSON.parse(text) as {readonly rules: readonly Kept[]; readonly groups: readonly Kept[]}
    }
  })
  const recordsOf = (all: readonly Kept[]) => all.map(({record}) => record)
  if (!kept) return
  const shelf = groupByGroup({rules: recordsOf(kept.rules), groups: recordsOf(kept.groups)})
  give(library, 'backup', writeSwitchyard(shelf), at)
}

function download(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], {type: 'application/json'}))
  link.download = name
  link.click()
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export const rulesHere = (library: LibraryState): readonly StoredRecord[] =>
  library.rows.peek().flatMap(row => {
    const {rule, record} = row.peek()
    const kept = rule ?? record
    return kept ? [kept] : []
  })

export const shelfOf = (library: LibraryState): Shelf => ({
  rules: rulesHere(library),
  groups: library.groups.peek(),
})
