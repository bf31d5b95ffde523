import {formatNoteWithPath} from '../../sentences/import-notes'
import {useSignal, useSignalEffect} from '@preact/signals'
import {FileText} from 'lucide-preact'
import {useEffect, useMemo, useRef, useState} from 'preact/hooks'
import {SegmentedControl} from '../../components/fields/segmented-control'
import {Dialog} from '../../components/dialog'
import {usePage} from '../../state/page-context'
import {Select, type Option} from '../../components/select'
import {hashes} from '../../routes'
import {createImportCommand, type RecordsToAdd} from '../../commands/imports'
import {commonTexts} from '../../../locales/common'
import {importTexts} from '../../../locales/import'
import {useOptions} from '../options-context'
import {goTo} from '../route'
import {useRovingFocus} from '../../hooks/use-roving-focus'
import {useToastOffset} from '../../hooks/use-toast-offset'
import {useVirtualList} from '../../hooks/use-virtual-list'
import {shelfOf} from './export-rules'
import {verdicts, type Entry, type Preview as Read, type VerdictFilter} from './preview'
import {RecordRow} from './record-row'

type PreviewProps = {readonly preview: Read; readonly over: () => void}
type Side = 'device' | 'team'

const sides: readonly Option<Side>[] = [
  ['device', commonTexts('thisDevice')],
  ['team', commonTexts('team')],
]

function wantedOf({imported, chosen, empty}: Read): RecordsToAdd {
  const used = [...new Set([...empty.peek(), ...chosen.peek().flatMap(({group}) => group ?? [])])].toSorted(
    (a, b) => a - b,
  )
  return {
    groups: used.flatMap(place => imported.groups[place]?.record ?? []),
    rules: chosen.peek().flatMap(({rule, group}) => {
      const place = group === null ? -1 : used.indexOf(group)
      return rule ? [{rule, group: place < 0 ? null : place}] : []
    }),
  }
}

export function Preview({preview, over}: PreviewProps) {
  const {library, client} = usePage()
  const hasTeam = Boolean(useOptions().account.view.value)
  const [side, setSide] = useState<Side>('device')
  const [open, setOpen] = useState<Entry | null>(null)
  const isAdding = useSignal(false)
  // Another tab may add the same rules meanwhile.
  useSignalEffect(() => {
    void library.revision.value
    void library.rows.value
    void library.groups.value
    if (!isAdding.value && library.isComplete.value) preview.judge(shelfOf(library))
  })
  const add = useMemo(() => createImportCommand({library, client}), [library, client])
  const shown = preview.shown.value
  const list = useVirtualList(shown.length)
  const ids = shown.map(({index}) => String(index))
  const roving = useRovingFocus(ids, list.reveal)
  const foot = useRef<HTMLElement>(null)
  useToastOffset(foot)
  const head = useRef<HTMLHeadingElement>(null)
  // Another file or page may have been opened meanwhile.
  const isHere = useRef(true)
  useEffect(() => {
    head.current?.focus()
    return () => {
      isHere.current = false
    }
  }, [])
  const chosen = preview.chosen.value.length
  const {format, records} = preview.imported
  const {notes, groupCount} = preview
  const empty = preview.empty.value
  const isNothing = chosen === 0 && empty.length === 0
  const areGroups = chosen === 0 && empty.length > 0
  const choices = (['all', ...verdicts] as const)
    .filter(verdict => verdict === 'all' || preview.countOf(verdict) > 0)
    .map((verdict): Option<VerdictFilter> => [
      verdict,
      importTexts(`counted.${verdict}`, {count: preview.countOf(verdict)}),
    ])
  const able = shown.filter(({rule}) => rule !== null).map(({index}) => index)
  const areAllWanted = able.length > 0 && able.every(preview.isWanted)

  async function addAll() {
    if (isAdding.peek() || isNothing) return
    const from = location.hash
    isAdding.value = true
    const done = await add(wantedOf(preview), hasTeam && side === 'team')
    if (done && isHere.current && location.hash === from) goTo(hashes.rules)
    else isAdding.value = false
  }
  return (
    <>
      <div class="import-head">
        <span class="import-file">
          <FileText size={18} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <div>
          <h2 ref={head} tabIndex={-1} dir="auto">
            {preview.name}
          </h2>
          <p class="hint" role="status">
            {importTexts('fileSays', {format, records: records.length, groups: groupCount})}
          </p>
        </div>
        <span class="fill" />
        {hasTeam && (
          <label class="import-into">
            {importTexts('into')}
            <Select name={importTexts('into')} value={side} options={sides} change={setSide} />
          </label>
        )}
      </div>
      {notes.length > 0 && (
        <ul class="import-notes">
          {notes.map(each => (
            <li key={formatNoteWithPath(each)}>{formatNoteWithPath(each)}</li>
          ))}
        </ul>
      )}
      <div class="import-tools">
        <label class="import-all">
          <input
            type="checkbox"
            aria-label={importTexts('chooseAll')}
            checked={areAllWanted}
            indeterminate={!areAllWanted && able.some(preview.isWanted)}
            disabled={able.length === 0}
            onChange={() => preview.want(able, !areAllWanted)}
          />
        </label>
        <SegmentedControl
          name={importTexts('results')}
          value={preview.filter.value}
          options={choices}
          change={to => {
            preview.filter.value = to
          }}
        />
      </div>
      <div class="scroll import-list" ref={list.scroll} onScroll={list.look}>
        <div role="grid" aria-label={importTexts('records')} aria-rowcount={shown.length} {...roving.props}>
          <div role="rowgroup" class="drawn-rows" style={{height: `${list.height}px`}}>
            {list.getDrawnIndexes(ids.indexOf(roving.current ?? '')).map(at => {
              const entry = shown[at]
              return entry ? (
                <RecordRow
                  key={entry.index}
                  entry={entry}
                  row={at + 1}
                  top={list.topOf(at)}
                  isWanted={preview.isWanted(entry.index)}
                  isCurrent={String(entry.index) === roving.current}
                  want={isWanted => preview.want([entry.index], isWanted)}
                  show={() => setOpen(entry)}
                />
              ) : null
            })}
          </div>
        </div>
      </div>
      <footer class="import-foot" ref={foot}>
        <p>
          {areGroups ? importTexts('willAddGroups', {count: empty.length}) : importTexts('willAdd', {count: chosen})}
        </p>
        <span class="fill" />
        <button
          type="button"
          class="button button-quiet"
          aria-disabled={isAdding.value ? true : undefined}
          onClick={() => isAdding.peek() || over()}
        >
          {importTexts('cancel')}
        </button>
        <button
          type="button"
          class="button button-main"
          aria-disabled={isNothing || isAdding.value ? true : undefined}
          onClick={() => void addAll()}
        >
          {areGroups
            ? importTexts('addGroups', {count: empty.length})
            : isAdding.value && chosen > 1
              ? importTexts('adding', {count: chosen})
              : importTexts('add', {count: chosen})}
        </button>
      </footer>
      {open && <RecordDialog entry={open} close={() => setOpen(null)} />}
    </>
  )
}

type RecordDialogProps = {readonly entry: Entry; readonly close: () => void}

const RecordDialog = ({entry, close}: RecordDialogProps) => (
  <Dialog title={entry.name.trim() || commonTexts('untitled')} close={close}>
    <p class="hint">{importTexts('at', {place: entry.at})}</p>
    {[...entry.faults, ...entry.notes].length > 0 && (
      <ul class="import-notes">
        {[...entry.faults, ...entry.notes].map((each, index) => (
          <li key={index}>{formatNoteWithPath(each)}</li>
        ))}
      </ul>
    )}
    {entry.rule && (
      // A scrollable region must be reachable by keyboard.
      <pre class="import-record" tabIndex={0} role="region" aria-label={importTexts('becomes')}>
        {JSON.stringify(entry.rule, null, 2)}
      </pre>
    )}
  </Dialog>
)
