import {shortenName} from '../../sentences/quote'
import {formatNoteText} from '../../sentences/import-notes'
import type {NoteText} from '../../../import-export/notes'
import {useSignal} from '@preact/signals'
import {Upload, Download} from 'lucide-preact'
import {useEffect, useMemo, useRef, useState} from 'preact/hooks'
import type {Progress} from '../../../import-export/import-types'
import {ChooseFile} from '../../components/fields/file-picker'
import {Callout} from '../../components/callout'
import {usePage} from '../../state/page-context'
import {Menu, type MenuItem} from '../../components/menu'
import {commonTexts} from '../../../locales/common'
import {importTexts} from '../../../locales/import'
import {PageTitle} from '../page-title'
import {getStoredRules, exportAll, exportGroup, type ExportFormat} from './export-rules'
import {createPreviewState, type PreviewState} from './preview-state'
import {ImportPreview} from './import-preview'
import {startReading} from './file-reading'

type ImportState =
  | {readonly kind: 'start'}
  | {readonly kind: 'reading'; readonly name: string; readonly progress: Progress | null}
  | {readonly kind: 'failed'; readonly name: string; readonly reason: NoteText}
  | {readonly kind: 'read'; readonly preview: PreviewState}

const getFormats = () => [
  'Switchyard',
  'Requestly',
  'ModHeader',
  'Redirector',
  'Header Editor',
  'Resource Override',
  'SimpleModifyHeaders',
  'inssman',
  importTexts('source.charles'),
  importTexts('source.har'),
  importTexts('source.curl'),
]

export function ImportPage() {
  const {library} = usePage()
  const state = useSignal<ImportState>({kind: 'start'})
  const stoppedText = useSignal('')
  const currentReading = useRef<{stop: () => void} | null>(null)
  const stop = () => {
    currentReading.current?.stop()
    currentReading.current = null
  }
  useEffect(() => stop, [])

  async function read(from: Blob | string, name: string): Promise<void> {
    stop()
    state.value = {kind: 'reading', name, progress: null}
    stoppedText.value = ''
    const pending = {stop: () => undefined}
    currentReading.current = pending
    if (!library.isComplete.peek()) await library.refresh()
    if (currentReading.current !== pending) return
    const reading = startReading({from, rules: getStoredRules(library)}, progress => {
      if (state.peek().kind === 'reading') state.value = {kind: 'reading', name, progress}
    })
    currentReading.current = reading
    const outcome = await reading.outcome
    if (currentReading.current !== reading) return
    currentReading.current = null
    state.value =
      'failed' in outcome
        ? {kind: 'failed', name, reason: outcome.failed}
        : {kind: 'read', preview: createPreviewState(name, outcome.file, library.groups.peek())}
  }
  const readInput = useMemo(
    () => ({
      file: (file: File) => read(file, file.name),
      text: (text: string) => void read(text, importTexts('pasted')),
    }),
    [],
  )
  // Files dropped outside of a drop target would replace the page in Chrome.
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const [file, ...others] = event.dataTransfer?.files ?? []
      if (!file) return
      event.preventDefault()
      void readInput.file(file)
      if (others.length > 0) library.toasts.report(importTexts('oneAtATime', {name: shortenName(file.name)}))
    }
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLTextAreaElement) return
      const [file] = event.clipboardData?.files ?? []
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (file) void readInput.file(file)
      else if (text.trim() !== '') readInput.text(text)
    }
    document.addEventListener('paste', paste)
    document.addEventListener('dragover', allow)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('paste', paste)
      document.removeEventListener('dragover', allow)
      document.removeEventListener('drop', drop)
    }
  }, [readInput])
  const restart = () => {
    stoppedText.value = state.peek().kind === 'reading' ? importTexts('stopped') : ''
    stop()
    state.value = {kind: 'start'}
    document.querySelector<HTMLElement>('main h1')?.focus()
  }
  const now = state.value
  return (
    <>
      <header class="page-head">
        <PageTitle>{importTexts('title')}</PageTitle>
        <span class="fill" />
        <ChooseFile name={importTexts('choose')} class="button" onChoose={readInput.file}>
          <Upload size={16} strokeWidth={1.75} aria-hidden="true" />
          {importTexts('choose')}
        </ChooseFile>
        <ExportMenu />
      </header>
      <p class="unseen" role="status">
        {stoppedText.value}
      </p>
      <div class="import">
        {now.kind === 'reading' && <ReadingStrip name={now.name} progress={now.progress} stop={restart} />}
        {now.kind === 'failed' && (
          <Callout tone="danger" title={importTexts('notRead', {name: shortenName(now.name)})} role="alert">
            <p>{formatNoteText(now.reason)}</p>
            <p>{importTexts('nothingAdded')}</p>
          </Callout>
        )}
        {now.kind === 'read' ? (
          <ImportPreview key={now.preview} preview={now.preview} close={restart} />
        ) : (
          <Start {...readInput} />
        )}
      </div>
    </>
  )
}

type ReadingStripProps = {readonly name: string; readonly progress: Progress | null; readonly stop: () => void}

function ReadingStrip({name, progress, stop}: ReadingStripProps) {
  const [done, total] = [progress?.done ?? 0, progress?.total ?? 0]
  const share = total > 0 ? Math.round((100 * done) / total) : 0
  return (
    <div class="import-reading">
      <p role="status">{importTexts('reading', {name: shortenName(name)})}</p>
      <button type="button" class="button button-small" onClick={stop}>
        {importTexts('stop')}
      </button>
      <div
        class="progress-track"
        role="progressbar"
        aria-label={importTexts('reading', {name: shortenName(name)})}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
      >
        <div style={{width: `${share}%`}} />
      </div>
    </div>
  )
}

function Start({text}: {readonly text: (text: string) => void}) {
  const [pasted, setPasted] = useState('')
  const isEmpty = pasted.trim() === ''
  return (
    <div class="scroll import-start">
      <h2>{importTexts('startTitle')}</h2>
      <p>{importTexts('startText')}</p>
      <ul class="import-formats">
        {getFormats().map(format => (
          <li key={format}>{format}</li>
        ))}
      </ul>
      <form
        class="import-paste"
        onSubmit={event => {
          event.preventDefault()
          if (!isEmpty) text(pasted)
        }}
      >
        <label for="import-paste">{importTexts('paste')}</label>
        <textarea
          id="import-paste"
          class="field"
          rows={5}
          spellcheck={false}
          placeholder={importTexts('pasteHint')}
          value={pasted}
          onInput={event => setPasted(event.currentTarget.value)}
        />
        <button type="submit" class="button" aria-disabled={isEmpty ? true : undefined}>
          {importTexts('look')}
        </button>
      </form>
      <p class="hint">{importTexts('startHint')}</p>
    </div>
  )
}

const createExportItems = (id: string, label: string, write: (shape: ExportFormat) => Promise<void>): MenuItem[] => [
  {id, label, hint: importTexts('format.own'), choose: () => void write('own')},
  {
    id: `${id}:requestly`,
    label: importTexts('forRequestly', {what: label}),
    hint: importTexts('format.requestly'),
    choose: () => void write('requestly'),
  },
]

function ExportMenu() {
  const {library} = usePage()
  return (
    <Menu
      name={importTexts('export')}
      menuName={importTexts('export')}
      class="button"
      wide
      items={() => [
        ...createExportItems('all', importTexts('allRules', {count: library.ruleCount.value}), shape =>
          exportAll(library, shape),
        ),
        ...library.groups
          .peek()
          .flatMap(({id, name}) =>
            createExportItems(
              `g:${id}`,
              importTexts('groupNamed', {name: name.trim() || commonTexts('untitled')}),
              shape => exportGroup(library, {id, name}, shape),
            ),
          ),
      ]}
    >
      <Download size={16} strokeWidth={1.75} aria-hidden="true" />
      {importTexts('exportButton')}
    </Menu>
  )
}
