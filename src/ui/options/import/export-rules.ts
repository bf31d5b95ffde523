import type {WorkerClient} from '../../../messaging/messages'
import type {StoredRecord} from '../../../model/rule'
import {sortByGroup, selectGroup, selectRules, type RuleLibrary} from '../../../import-export/rule-library'
import {writeSwitchyard} from '../../../import-export/formats/switchyard'
import {writeRequestly} from '../../../import-export/write-requestly'
import type {LibraryState} from '../../state/library'
import {importTexts} from '../../../locales/import'

const writers = {own: writeSwitchyard, requestly: writeRequestly}
export type ExportFormat = keyof typeof writers

/** Returns a file name that every operating system accepts. */
const fileName = (name: string, date: Date): string => {
  const safe = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'rules'
  return `switchyard-${safe}-${date.toISOString().slice(0, 10)}.json`
}

function saveFile(library: LibraryState, name: string, text: string, at = Date.now()): void {
  download(fileName(name, new Date(at)), text)
  library.toasts.report(importTexts('exported'))
}

const addFormat = (name: string, shape: ExportFormat) => (shape === 'own' ? name : `${name}-${shape}`)

async function loadRecords(library: LibraryState): Promise<RuleLibrary> {
  if (!library.isComplete.peek()) await library.refresh()
  return toExportRecords(library)
}

export async function exportAll(library: LibraryState, shape: ExportFormat): Promise<void> {
  saveFile(library, addFormat('rules', shape), writers[shape](await loadRecords(library)))
}

export async function exportGroup(
  library: LibraryState,
  {id, name}: {id: string; name: string},
  shape: ExportFormat,
): Promise<void> {
  saveFile(library, addFormat(name, shape), writers[shape](selectGroup(await loadRecords(library), id)))
}

export async function exportSelected(
  library: LibraryState,
  ids: readonly string[],
  shape: ExportFormat,
): Promise<void> {
  saveFile(library, addFormat('selected', shape), writers[shape](selectRules(await loadRecords(library), new Set(ids))))
}

export async function exportThisDevice(library: LibraryState): Promise<void> {
  await loadRecords(library)
  const teamGroupIds = new Set(library.teamGroups.peek())
  const views = library.rows.peek().map(row => row.peek())
  const rules = views.flatMap(({isTeam, rule, record}) =>
    isTeam ? [] : [rule ?? record].filter(records => records !== null),
  )
  saveFile(
    library,
    'backup',
    writeSwitchyard({rules, groups: library.groups.peek().filter(({id}) => !teamGroupIds.has(id))}),
  )
}

type BackupRecord = {readonly record: StoredRecord}

/** A backup is read in parts, since the size of a message is limited. */
export async function exportBackup(library: LibraryState, client: WorkerClient, at: number): Promise<void> {
  const records = await library.run(async () => {
    for (let text = ''; ;) {
      const part = await client.ask('backup.read', {at, from: text.length})
      text += part.text
      if (part.isWhole)
        return JSON.parse(text) as {readonly rules: readonly BackupRecord[]; readonly groups: readonly BackupRecord[]}
    }
  })
  const getRecords = (all: readonly BackupRecord[]) => all.map(({record}) => record)
  if (!records) return
  const exported = sortByGroup({rules: getRecords(records.rules), groups: getRecords(records.groups)})
  saveFile(library, 'backup', writeSwitchyard(exported), at)
}

function download(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], {type: 'application/json'}))
  link.download = name
  link.click()
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export const getStoredRules = (library: LibraryState): readonly StoredRecord[] =>
  library.rows.peek().flatMap(row => {
    const {rule, record} = row.peek()
    const records = rule ?? record
    return records ? [records] : []
  })

export const toExportRecords = (library: LibraryState): RuleLibrary => ({
  rules: getStoredRules(library),
  groups: library.groups.peek(),
})
