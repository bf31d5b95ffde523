import {formatNoteWithPath} from '../../sentences/import-notes'
import {useSignal} from '@preact/signals'
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
import {verdicts, type PreviewEntry, type PreviewState, type VerdictFilter} from './preview-state'
import {ImportRow} from './import-row'

type Side = 'device' | 'team'

const getSideOptions = (): readonly Option<Side>[] => [
  ['device', commonTexts('thisDevice')],
  ['team', commonTexts('team')],
]

function getSelectedRecords({imported, chosen, emptyGroups}: PreviewState): RecordsToAdd {
  const usedGroups = [...new Set([...emptyGroups, ...chosen.peek().flatMap(({group}) => group ?? [])])].toSorted(
    (a, b) => a - b,
  )
  return {
    groups: usedGroups.flatMap(groupIndex => imported.groups[groupIndex]?.record ?? []),
    rules: chosen.peek().flatMap(({rule, group}) => {
      const groupIndex = group === null ? -1 : usedGroups.indexOf(group)
      return rule ? [{rule, group: groupIndex < 0 ? null : groupIndex}] : []
    }),
  }
}

export function ImportPreview({preview, close}: {readonly preview: PreviewState; readonly close: () => void}) {
  const {library, client} = usePage()
  const hasTeam = Boolean(useOptions().account.view.value)
  const [target, setTarget] = useState<Side>('device')
  const [open, setOpen] = useState<PreviewEntry | null>(null)
  const isAdding = useSignal(false)
  const add = useMemo(() => createImportCommand({library, client}), [library, client])
  const shown = preview.shown.value
  const ids = shown.map(({index}) => String(index))
  const roving = useRovingFocus(ids, index => list.reveal(index))
  const scroller = useRef<HTMLDivElement>(null)
  const focusedIndex = ids.indexOf(roving.current ?? '')
  const list = useVirtualList({scroller, count: shown.length, focusedIndex})
  const foot = useRef<HTMLElement>(null)
  useToastOffset(foot)
  // The user may open another file or page meanwhile.
  const isMounted = useRef(true)
  useEffect(() => {
    return () => {
      isMounted.current = false
    }
  }, [])
  const chosen = preview.chosen.value.length
  const {notes} = preview
  const empty = preview.emptyGroups
  const isNothing = chosen === 0 && empty.length === 0
  const hasOnlyGroups = chosen === 0 && empty.length > 0
  async function addAll() {
    if (isAdding.peek() || isNothing) return
    const from = location.hash
    isAdding.value = true
    const done = await add(getSelectedRecords(preview), hasTeam && target === 'team')
    if (done && isMounted.current && location.hash === from) goTo(hashes.rules)
    else isAdding.value = false
  }
  return (
    <>
      <FileHeader preview={preview} target={hasTeam ? target : undefined} setTarget={setTarget} />
      {notes.length > 0 && (
        <ul class="import-notes">
          {notes.map(each => (
            <li key={formatNoteWithPath(each)}>{formatNoteWithPath(each)}</li>
          ))}
        </ul>
      )}
      <PreviewTools preview={preview} />
      <div class="scroll import-list" ref={scroller}>
        <div role="grid" aria-label={importTexts('records')} aria-rowcount={shown.length} {...roving.props}>
          <div role="rowgroup" class="drawn-rows" {...list.body}>
            {list.rows.map(({index, top}) => {
              const entry = shown[index]
              return entry ? (
                <ImportRow
                  key={entry.index}
                  entry={entry}
                  row={index + 1}
                  top={top}
                  isSelected={preview.isSelected(entry.index)}
                  isCurrent={String(entry.index) === roving.current}
                  select={isWanted => preview.select([entry.index], isWanted)}
                  show={() => setOpen(entry)}
                />
              ) : null
            })}
          </div>
        </div>
      </div>
      <footer class="import-foot" ref={foot}>
        <p>
          {hasOnlyGroups
            ? importTexts('willAddGroups', {count: empty.length})
            : importTexts('willAdd', {count: chosen})}
        </p>
        <span class="fill" />
        <button
          type="button"
          class="button button-quiet"
          aria-disabled={isAdding.value ? true : undefined}
          onClick={() => isAdding.peek() || close()}
        >
          {importTexts('cancel')}
        </button>
        <button
          type="button"
          class="button button-main"
          aria-disabled={isNothing || isAdding.value ? true : undefined}
          onClick={() => void addAll()}
        >
          {hasOnlyGroups
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

type FileHeaderProps = {
  readonly preview: PreviewState
  /** Undefined without a team account. */
  readonly target: Side | undefined
  readonly setTarget: (target: Side) => void
}

function FileHeader({preview, target, setTarget}: FileHeaderProps) {
  const {format, records} = preview.imported
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <div class="import-head">
      <span class="import-file">
        <FileText size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div>
        <h2 ref={head} tabIndex={-1} dir="auto">
          {preview.name}
        </h2>
        <p class="hint" role="status">
          {importTexts('fileSays', {format, records: records.length, groups: preview.groupCount})}
        </p>
      </div>
      <span class="fill" />
      {target !== undefined && (
        <label class="import-into">
          {importTexts('into')}
          <Select name={importTexts('into')} value={target} options={getSideOptions()} change={setTarget} />
        </label>
      )}
    </div>
  )
}

function PreviewTools({preview}: {readonly preview: PreviewState}) {
  const choices = (['all', ...verdicts] as const)
    .filter(verdict => verdict === 'all' || preview.getCount(verdict) > 0)
    .map((verdict): Option<VerdictFilter> => [
      verdict,
      importTexts(`counted.${verdict}`, {count: preview.getCount(verdict)}),
    ])
  const selectable = preview.shown.value.filter(({rule}) => rule !== null).map(({index}) => index)
  const areAllSelected = selectable.length > 0 && selectable.every(preview.isSelected)
  return (
    <div class="import-tools">
      <label class="import-all">
        <input
          type="checkbox"
          aria-label={importTexts('chooseAll')}
          checked={areAllSelected}
          indeterminate={!areAllSelected && selectable.some(preview.isSelected)}
          disabled={selectable.length === 0}
          onChange={() => preview.select(selectable, !areAllSelected)}
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
  )
}

const RecordDialog = ({entry, close}: {readonly entry: PreviewEntry; readonly close: () => void}) => (
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
